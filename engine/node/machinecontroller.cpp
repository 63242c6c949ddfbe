// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/machinecontroller.h"

#include "engine/api/ours.h"
#include "engine/base/whenfinished.h"
#include "engine/api/fields.h"

#include <QJsonArray>
#include <QMetaMethod>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto pollInterval = 1000ms;
constexpr auto quickInterval = 40ms; // after a start or an end, so that a short job shows itself
constexpr auto idleInterval = 10'000ms;
constexpr auto patience = 4s; // the answer may still come, but who looks at the machine is told that it hangs
constexpr auto flapping = 3s; // a way that was lost so soon is not made anew at once

Backoff::Duration steadyNow()
{
    return std::chrono::duration_cast<Backoff::Duration>(std::chrono::steady_clock::now().time_since_epoch());
}

// Another try by itself would do harm (a locked account), or change nothing.
bool needsPerson(ErrorCode code)
{
    return code == ErrorCode::AuthenticationFailed || code == ErrorCode::HostKeyUnknown
        || code == ErrorCode::HostKeyChanged || code == ErrorCode::InvalidArgument;
}

bool isAway(ErrorCode code)
{
    return code == ErrorCode::Unreachable || code == ErrorCode::Timeout;
}

QJsonValue ours(const ResourceRow &row, const QString &key)
{
    return oursOf(row.document).value(key);
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
    : QObject(parent), m_row(row), m_host(std::move(host)),
      m_login(*m_host, secrets, ours(row, u"secretNames"_s).toVariant().toStringList(), this),
      m_agent(*m_host, ours(row, u"home"_s).toString()), m_backoff(1s, 60s, steadyNow), m_pollTimer(this),
      m_retryTimer(this), m_silence(this)
{
    for (QTimer *timer : {&m_pollTimer, &m_retryTimer, &m_silence})
        timer->setSingleShot(true);
    m_silence.setInterval(patience);
    m_stirred.start();
    connect(&m_pollTimer, &QTimer::timeout, this, &MachineController::poll);
    connect(&m_retryTimer, &QTimer::timeout, this, [this] { begin({}); });
    connect(&m_silence, &QTimer::timeout, this, [this] {
        if (!isUp())
            return;
        setLink(
            LinkState::Degraded,
            Message(QT_TRANSLATE_NOOP("engine", "It has not answered for %1 s."), {QString::number(patience.count())}));
        m_host->checkNow();
    });
    connect(&m_login, &MachineLogin::ended, this, &MachineController::loggedIn);
    connect(&m_login, &MachineLogin::secretNamesChanged, this,
            [this] { setOurs(u"secretNames"_s, QJsonArray::fromStringList(m_login.secretNames())); });
    connect(m_host.get(), &RemoteHost::stepBegan, this, [this](ConnectStep step) {
        if (m_connecting)
            setStep(step);
    });
    connect(m_host.get(), &RemoteHost::closed, this, &MachineController::lost);
    if (isResting()) {
        m_link = LinkState::NeedsAttention;
        m_reason = Message::fromJson(ours(m_row, u"resting"_s).toObject());
    }
}

MachineController::~MachineController()
{
    m_host->disconnect(this);
    m_login.cancel();
    m_host->close();
}

bool MachineController::isLocal() const
{
    return ours(m_row, u"local"_s).toBool();
}

QString MachineController::identity() const
{
    return m_inventory ? identityOf(*m_inventory) : ours(m_row, u"identity"_s).toString();
}

QJsonObject MachineController::document() const
{
    QJsonObject ours = oursOf(m_row.document);
    ours.remove(u"identity"_s);
    ours.remove(u"resting"_s);
    ours[u"link"_s] = toString(m_link);
    ours[u"linkReason"_s] = m_reason.toJson();
    ours[u"step"_s] = toString(m_step);
    if (m_asOfMs > 0)
        ours[u"asOf"_s] = timeText(m_asOfMs);
    if (m_retryTimer.isActive())
        ours[u"nextTry"_s] = timeText(m_nextTryMs);
    if (m_problem && m_problem->question && m_link == LinkState::NeedsAttention)
        ours[u"question"_s] = m_problem->question->toJson();
    if (const QString key = m_host->hostKey(); !key.isEmpty())
        ours[u"hostKey"_s] = key;
    if (const QList<Message> left = m_host->notHonoured(); !left.isEmpty())
        ours[u"notHonoured"_s] = JsonOf<QList<Message>>::write(left);
    if (m_inventory) {
        ours[u"inventory"_s] = m_inventory->toJson();
        ours[u"warnings"_s] = JsonOf<QList<Message>>::write(m_inventory->warnings());
    }
    return withOurs(m_row.document, ours);
}

void MachineController::connectNow(const QList<Answer> &answers)
{
    if (!m_connecting || !answers.isEmpty())
        begin(answers);
}

void MachineController::checkNow()
{
    if (m_retryTimer.isActive())
        return begin({});
    if (!isUp())
        return;
    m_host->checkNow();
    pollSoon();
}

bool MachineController::isResting() const
{
    return ours(m_row, u"resting"_s).isObject();
}

void MachineController::cancel()
{
    if (!m_connecting)
        return;
    ++m_attempt;
    m_connecting = false;
    m_login.cancel();
    if (!isUp()) {
        m_host->close();
        m_step = m_stepBefore;
        m_link = m_linkBefore;
        if (m_link == LinkState::Connecting) {
            m_reason = Message(QT_TRANSLATE_NOOP("engine", "The attempt to connect it was canceled."));
            m_backoff.fail();
        }
        if (m_link != LinkState::NeedsAttention) { // one that was up was lost during the attempt
            m_link = LinkState::Offline;
            scheduleRetry();
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
    for (QTimer *timer : {&m_pollTimer, &m_retryTimer, &m_silence})
        timer->stop();
    m_host->close();
    m_problem.reset();
    setOurs(u"resting"_s, reason.toJson());
    setLink(LinkState::NeedsAttention, reason);
}

void MachineController::watch(const QString &directory, bool isCalm)
{
    const bool isNew = !m_watched.contains(directory);
    if (isNew)
        m_watched.append(directory);
    if (!isCalm)
        m_calm.remove(directory);
    else
        m_calm.insert(directory);
    if (isNew || !isCalm)
        pollSoon();
}

void MachineController::unwatch(const QString &directory)
{
    m_watched.removeOne(directory);
    m_calm.remove(directory);
}

void MachineController::pollSoon()
{
    m_stirred.start();
    if (isUp() && !m_polling && !m_connecting) // one that is looked at once more is asked when that is done
        m_pollTimer.start(quickInterval);
}

void MachineController::begin(const QList<Answer> &answers)
{
    ++m_attempt;
    m_retryTimer.stop();
    if (!std::exchange(m_connecting, true)) {
        m_linkBefore = m_link;
        m_stepBefore = m_step;
    }
    if (!isUp()) { // else it is looked at once more, and stays what it is meanwhile
        m_step = ConnectStep::Resolve;
        m_link = LinkState::Connecting;
        emit linkChanged();
    }
    m_login.begin(answers);
}

void MachineController::loggedIn(const Result<void> &result)
{
    if (!result)
        return fail(result.error());
    probe();
}

void MachineController::probe()
{
    if (!isUp())
        setStep(ConnectStep::Probe);
    whenFinished(m_agent.fetchInventory(), this, [this, attempt = m_attempt](const Result<Inventory> &result) {
        if (attempt == m_attempt)
            probed(result);
    });
}

void MachineController::probed(const Result<Inventory> &inventory)
{
    if (!inventory)
        return inventory.error().code == ErrorCode::CommandFailed ? findHome(inventory.error())
                                                                  : fail(inventory.error());
    m_inventory = *inventory;
    if (const QString identity = identityOf(*inventory); identity != ours(m_row, u"identity"_s).toString())
        setOurs(u"identity"_s, identity);
    whenFinished(m_agent.install(), this, [this, attempt = m_attempt](const Result<void> &result) {
        if (attempt == m_attempt)
            installed(result);
    });
}

// It runs no commands for us, but may serve files.
void MachineController::findHome(const Error &problem)
{
    if (!m_homeOfFiles.isEmpty())
        return fail(problem);
    whenFinished(m_host->files().home(), this, [this, attempt = m_attempt, problem](const Result<QString> &home) {
        if (attempt != m_attempt)
            return;
        m_homeOfFiles = home ? *home : QString();
        fail(problem);
    });
}

void MachineController::installed(const Result<void> &result)
{
    if (!result)
        return fail(result.error());
    m_connecting = false;
    setOurs(u"resting"_s, QJsonValue::Undefined);
    m_backoff.succeed();
    m_problem.reset();
    m_step = ConnectStep::Ready;
    m_asOfMs = QDateTime::currentMSecsSinceEpoch();
    m_onlineSinceMs = steadyNow().count();
    m_link = LinkState::Online;
    m_reason = {};
    emit linkChanged();
    if (!m_polling)
        m_pollTimer.start(m_watched.isEmpty() ? idleInterval : 0ms);
    emit attemptEnded({});
}

void MachineController::fail(const Error &error)
{
    m_connecting = false;
    setOurs(u"resting"_s, QJsonValue::Undefined);
    m_problem = error;
    m_pollTimer.stop();
    m_silence.stop();
    if (!needsPerson(error.code)) {
        m_backoff.fail();
        scheduleRetry();
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
    const bool isFlapping = steadyNow().count() - m_onlineSinceMs < std::chrono::milliseconds(flapping).count();
    m_pollTimer.stop();
    m_silence.stop();
    m_reason = error.message;
    m_problem = error;
    m_link = LinkState::Offline;
    if (m_connecting)
        return; // the attempt that looked at it once more says how it ends
    m_backoff.fail();
    if (!isFlapping)
        return begin({});
    scheduleRetry();
    emit linkChanged();
}

void MachineController::scheduleRetry()
{
    m_retryTimer.start(m_backoff.remaining());
    m_nextTryMs = QDateTime::currentMSecsSinceEpoch() + m_backoff.remaining().count();
}

void MachineController::poll()
{
    if (m_polling || !isUp())
        return;
    m_polling = true;
    m_pollClock.start();
    ++m_pollNumber;
    m_silence.start();
    const QStringList directories = m_watched;
    whenFinished(m_agent.fetchStatus(directories), this,
                 [this, directories, since = m_onlineSinceMs](const Result<QList<AttemptStatus>> &result) {
                     m_polling = false;
                     m_silence.stop();
                     if (!result && isUp() && since != m_onlineSinceMs)
                         return m_pollTimer.start(0ms); // it tells of a way that is not there any more
                     polled(directories, result);
                 });
}

void MachineController::polled(const QStringList &directories, const Result<QList<AttemptStatus>> &result)
{
    if (!isUp())
        return;
    if (!result) {
        if (result.error().code == ErrorCode::Timeout && m_host->isOpen()) {
            m_pollTimer.start(pollInterval);
            return setLink(LinkState::Degraded, result.error().message);
        }
        return isAway(result.error().code) ? lost(result.error()) : fail(result.error());
    }
    setLink(LinkState::Online);
    m_asOfMs = QDateTime::currentMSecsSinceEpoch();
    for (qsizetype i = 0; i < directories.size() && i < result->size(); ++i) {
        if (m_watched.contains(directories.at(i)))
            emit observed(directories.at(i), result->at(i));
    }
    if (qAbs(m_asOfMs - m_toldMs) >= std::chrono::milliseconds(idleInterval).count()) {
        m_toldMs = m_asOfMs;
        emit linkChanged(); // the time of the last news
    }
    // What is over soon is seen soon after. A machine that is slow to answer has more urgent things to do.
    const auto soon = 1ms * qMax(m_stirred.elapsed() / 4, 2 * m_pollClock.elapsed());
    m_pollTimer.start(isCalm() ? idleInterval
                               : std::clamp<std::chrono::milliseconds>(soon, quickInterval, pollInterval));
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

void MachineController::setOurs(const QString &key, const QJsonValue &value)
{
    QJsonObject ours = oursOf(m_row.document);
    if (ours.value(key) == value)
        return;
    if (value.isUndefined())
        ours.remove(key);
    else
        ours[key] = value;
    m_row.document = withOurs(m_row.document, ours);
    emit rowChanged();
}

} // namespace engine
