// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/machinecontroller.h"

#include "engine/api/extension.h"
#include "engine/api/fields.h"

#include <QJsonArray>
#include <QMetaMethod>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

// A connection that was lost sooner than this is not reopened at once.
constexpr std::chrono::milliseconds flapping = 3s;

// An automatic retry would do harm (lock an account) or change nothing.
bool needsPerson(ErrorCode code)
{
    return code == ErrorCode::AuthenticationFailed || code == ErrorCode::HostKeyUnknown
        || code == ErrorCode::HostKeyChanged || code == ErrorCode::InvalidArgument;
}

bool isAway(ErrorCode code)
{
    return code == ErrorCode::Unreachable || code == ErrorCode::Timeout;
}

QJsonValue extensionValue(const ResourceRow &row, const QString &key)
{
    return extensionOf(row.document).value(key);
}

QString identityOf(const Inventory &inventory)
{
    return inventory.machineId.isEmpty() ? QString()
                                         : QString(inventory.machineId + u' ' + inventory.user + u' ' + inventory.home);
}

QString timeText(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs);
}

} // namespace

MachineController::MachineController(const ResourceRow &row, std::shared_ptr<RemoteHost> host, SecretStore *secrets,
                                     QObject *parent)
    : QObject(parent), m_row(row), m_host(std::move(host)), m_agent(*m_host, extensionValue(row, u"home"_s).toString()),
      m_connect(*m_host, m_agent, secrets, extensionValue(row, u"secretNames"_s).toVariant().toStringList(), this),
      m_poll(m_agent, this), m_retry(this)
{
    connect(&m_retry, &RetryTimer::due, this, [this] { begin({}); });
    followConnect();
    followPoll();
    connect(m_host.get(), &RemoteHost::closed, this, &MachineController::lost);
    if (isResting()) {
        m_link = LinkState::NeedsAttention;
        m_reason = Message::fromJson(extensionValue(m_row, u"resting"_s).toObject());
    }
}

MachineController::~MachineController()
{
    m_host->disconnect(this);
    m_connect.cancel();
    m_host->close();
}

void MachineController::followConnect()
{
    MachineLogin &login = m_connect.login();
    connect(&login, &MachineLogin::secretNamesChanged, this,
            [this, &login] { setExtensionValue(u"secretNames"_s, QJsonArray::fromStringList(login.secretNames())); });
    connect(m_host.get(), &RemoteHost::stepBegan, this, [this](ConnectStep step) {
        if (isConnecting())
            setStep(step);
    });
    connect(&m_connect, &ConnectSequence::loggedIn, this, [this] {
        if (!isUp())
            setStep(ConnectStep::Probe);
    });
    connect(&m_connect, &ConnectSequence::inventoryTaken, this, [this] {
        if (const QString identity = identityOf(*inventory());
            identity != extensionValue(m_row, u"identity"_s).toString())
            setExtensionValue(u"identity"_s, identity);
    });
    connect(&m_connect, &ConnectSequence::ended, this,
            [this](const Result<void> &result) { result ? ready() : fail(result.error()); });
}

void MachineController::followPoll()
{
    connect(&m_poll, &StatusPoll::silent, this, [this] {
        setLink(LinkState::Degraded,
                Message(QT_TRANSLATE_NOOP("engine", "It has not answered for %1 s."),
                        {QString::number(StatusPoll::patience.count())}));
        m_host->checkNow();
    });
    connect(&m_poll, &StatusPoll::answered, this, [this] {
        setLink(LinkState::Online, {});
        m_asOfMs = QDateTime::currentMSecsSinceEpoch();
    });
    connect(&m_poll, &StatusPoll::roundEnded, this, [this] {
        if (qAbs(m_asOfMs - m_toldMs) < StatusPoll::idleInterval.count())
            return;
        m_toldMs = m_asOfMs;
        emit linkChanged(); // asOfMs() changed
    });
    connect(&m_poll, &StatusPoll::failed, this, [this](const Error &error) {
        if (error.code != ErrorCode::Timeout || !m_host->isOpen())
            return isAway(error.code) ? lost(error) : fail(error);
        m_poll.repeat();
        setLink(LinkState::Degraded, error.message);
    });
}

bool MachineController::isLocal() const
{
    return extensionValue(m_row, u"local"_s).toBool();
}

QString MachineController::identity() const
{
    return inventory() ? identityOf(*inventory()) : extensionValue(m_row, u"identity"_s).toString();
}

QJsonObject MachineController::document() const
{
    QJsonObject extension = extensionOf(m_row.document);
    extension.remove(u"identity"_s);
    extension.remove(u"resting"_s);
    extension[u"link"_s] = toString(m_link);
    extension[u"linkReason"_s] = m_reason.toJson();
    extension[u"step"_s] = toString(m_step);
    if (m_asOfMs > 0)
        extension[u"asOf"_s] = timeText(m_asOfMs);
    if (m_retry.isWaiting())
        extension[u"nextTry"_s] = timeText(m_retry.nextTryMs());
    if (m_problem && m_problem->question && m_link == LinkState::NeedsAttention)
        extension[u"question"_s] = m_problem->question->toJson();
    if (const QString key = m_host->hostKey(); !key.isEmpty())
        extension[u"hostKey"_s] = key;
    if (const QList<Message> left = m_host->notHonoured(); !left.isEmpty())
        extension[u"notHonoured"_s] = JsonOf<QList<Message>>::write(left);
    if (inventory()) {
        extension[u"inventory"_s] = inventory()->toJson();
        extension[u"warnings"_s] = JsonOf<QList<Message>>::write(inventory()->warnings());
    }
    return withExtension(m_row.document, extension);
}

void MachineController::connectNow(const QList<Answer> &answers)
{
    if (!isConnecting() || !answers.isEmpty())
        begin(answers);
}

void MachineController::checkNow()
{
    if (m_retry.isWaiting())
        return begin({});
    if (!isUp())
        return;
    m_host->checkNow();
    m_poll.soon();
}

bool MachineController::isResting() const
{
    return extensionValue(m_row, u"resting"_s).isObject();
}

void MachineController::cancel()
{
    if (!isConnecting())
        return;
    const Before before = *std::exchange(m_before, {});
    m_poll.release();
    m_connect.cancel();
    if (!isUp()) {
        m_host->close();
        m_step = before.step;
        m_link = before.link;
        if (m_link == LinkState::Connecting) {
            m_reason = Message(QT_TRANSLATE_NOOP("engine", "The attempt to connect it was canceled."));
            m_retry.fail();
        }
        if (m_link != LinkState::NeedsAttention) { // a machine that was up was lost during the attempt
            m_link = LinkState::Offline;
            m_retry.schedule();
        }
        emit linkChanged();
    }
    emit attemptEnded(Error{ErrorCode::Canceled,
                            {QT_TRANSLATE_NOOP("engine", "The attempt to connect %1 was canceled."), {m_row.id.name()}},
                            m_row.id.toString()});
}

bool MachineController::isAwaited() const
{
    return isSignalConnected(QMetaMethod::fromSignal(&MachineController::attemptEnded));
}

void MachineController::rest(const Message &reason)
{
    cancel();
    m_poll.stop();
    m_retry.stop();
    m_host->close();
    m_problem.reset();
    setExtensionValue(u"resting"_s, reason.toJson());
    setLink(LinkState::NeedsAttention, reason);
}

void MachineController::begin(const QList<Answer> &answers)
{
    m_retry.stop();
    if (!isConnecting())
        m_before = Before{m_link, m_step};
    m_poll.hold();
    if (!isUp()) { // a machine that is up keeps its link during the attempt
        m_step = ConnectStep::Resolve;
        m_link = LinkState::Connecting;
        emit linkChanged();
    }
    m_connect.begin(answers);
}

void MachineController::ready()
{
    m_before.reset();
    setExtensionValue(u"resting"_s, QJsonValue::Undefined);
    m_retry.succeed();
    m_problem.reset();
    m_step = ConnectStep::Ready;
    m_asOfMs = QDateTime::currentMSecsSinceEpoch();
    m_online.start();
    m_link = LinkState::Online;
    m_reason = {};
    emit linkChanged();
    if (isUp())
        m_poll.start();
    emit attemptEnded({});
}

void MachineController::fail(const Error &error)
{
    m_before.reset();
    setExtensionValue(u"resting"_s, QJsonValue::Undefined);
    m_problem = error;
    m_poll.stop();
    if (!needsPerson(error.code)) {
        m_retry.fail();
        m_retry.schedule();
    }
    m_link = isAway(error.code) ? LinkState::Offline : LinkState::NeedsAttention;
    m_reason = error.message;
    emit linkChanged();
    emit attemptEnded(error);
}

void MachineController::lost(const Error &error)
{
    if (!isUp())
        return;
    const bool isFlapping = m_online.elapsed() < flapping.count();
    m_poll.stop();
    m_reason = error.message;
    m_problem = error;
    m_link = LinkState::Offline;
    if (isConnecting())
        return; // the attempt under way sets the link when it ends
    m_retry.fail();
    if (!isFlapping)
        return begin({});
    m_retry.schedule();
    emit linkChanged();
}

void MachineController::setLink(LinkState link, const Message &reason)
{
    if (m_link == link && m_reason == reason)
        return;
    m_link = link;
    m_reason = reason;
    emit linkChanged();
}

void MachineController::setStep(ConnectStep step)
{
    if (m_step == step)
        return;
    m_step = step;
    emit linkChanged();
}

void MachineController::setExtensionValue(const QString &key, const QJsonValue &value)
{
    QJsonObject extension = extensionOf(m_row.document);
    if (extension.value(key) == value)
        return;
    if (value.isUndefined())
        extension.remove(key);
    else
        extension[key] = value;
    m_row.document = withExtension(m_row.document, extension);
    emit rowChanged();
}

} // namespace engine
