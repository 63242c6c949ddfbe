// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/machinecontroller.h"

#include "engine/base/whenfinished.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto pollInterval = 1000ms;
constexpr auto quickInterval = 150ms;
constexpr int quickPolls = 10; // after a start or an end, until a short job has shown itself
constexpr auto idleInterval = 10'000ms;
constexpr auto patience = 4s; // the answer may still come, but who looks at the machine is told that it hangs

} // namespace

MachineController::MachineController(const ResourceRow &row, std::shared_ptr<RemoteHost> host, QObject *parent)
    : QObject(parent), m_row(row), m_host(std::move(host)),
      m_agent(*m_host, row.document[u"properties"_s][u"x-batchdeck"_s][u"home"_s].toString()), m_backoff(1s, 60s, [] {
          return std::chrono::duration_cast<Backoff::Duration>(std::chrono::steady_clock::now().time_since_epoch());
      })
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] { isReady() ? poll() : probe(); });
    m_silence.setSingleShot(true);
    m_silence.setInterval(patience);
    connect(&m_silence, &QTimer::timeout, this, [this] {
        setLink(
            LinkState::Offline,
            Message(QT_TRANSLATE_NOOP("engine", "It has not answered for %1 s."), {QString::number(patience.count())}));
    });
}

QJsonObject MachineController::document() const
{
    QJsonObject document = m_row.document;
    QJsonObject properties = document.value(u"properties"_s).toObject();
    QJsonObject ours = properties.value(u"x-batchdeck"_s).toObject();
    ours[u"link"_s] = toString(m_link);
    ours[u"linkReason"_s] = m_reason.toJson();
    if (m_asOfMs > 0)
        ours[u"asOf"_s] = QDateTime::fromMSecsSinceEpoch(m_asOfMs, Qt::UTC).toString(Qt::ISODateWithMs);
    if (m_inventory) {
        ours[u"inventory"_s] = m_inventory->toJson();
        QJsonArray warnings;
        for (const Message &warning : m_inventory->warnings())
            warnings.append(warning.toJson());
        ours[u"warnings"_s] = warnings;
    }
    properties[u"x-batchdeck"_s] = ours;
    document[u"properties"_s] = properties;
    return document;
}

void MachineController::connectNow()
{
    probe();
}

void MachineController::watch(const QString &directory)
{
    if (!m_watched.contains(directory))
        m_watched.append(directory);
    pollSoon();
}

void MachineController::unwatch(const QString &directory)
{
    m_watched.removeOne(directory);
}

void MachineController::pollSoon()
{
    m_quickPolls = quickPolls;
    if (isReady() && !m_polling)
        m_timer.start(quickInterval);
}

void MachineController::probe()
{
    if (m_probing)
        return;
    m_probing = true;
    if (m_link != LinkState::Connecting)
        setLink(LinkState::Connecting, m_reason);
    whenFinished(m_agent.fetchInventory(), this, [this](const Result<Inventory> &result) { probed(result); });
}

void MachineController::probed(const Result<Inventory> &inventory)
{
    if (!inventory) {
        m_probing = false;
        return lose(inventory.error());
    }
    m_inventory = *inventory;
    whenFinished(m_agent.install(), this, [this](const Result<void> &result) { installed(result); });
}

void MachineController::installed(const Result<void> &result)
{
    m_probing = false;
    if (!result)
        return lose(result.error());
    m_backoff.succeed();
    m_asOfMs = QDateTime::currentMSecsSinceEpoch();
    setLink(LinkState::Online);
    m_timer.start(m_watched.isEmpty() ? idleInterval : 0ms);
}

void MachineController::poll()
{
    if (m_polling)
        return;
    m_polling = true;
    ++m_pollNumber;
    m_silence.start();
    const QStringList directories = m_watched;
    whenFinished(m_agent.fetchStatus(directories), this,
                 [this, directories](const Result<QList<AttemptStatus>> &result) { polled(directories, result); });
}

void MachineController::polled(const QStringList &directories, const Result<QList<AttemptStatus>> &result)
{
    m_polling = false;
    m_silence.stop();
    if (!result)
        return lose(result.error());
    if (!m_probing)
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
    const auto next = m_watched.isEmpty() ? idleInterval : m_quickPolls > 0 ? quickInterval : pollInterval;
    m_quickPolls = qMax(0, m_quickPolls - 1);
    m_timer.start(next);
}

void MachineController::setLink(LinkState link, const Message &reason)
{
    if (m_link == link && m_reason == reason)
        return;
    m_link = link;
    m_reason = reason;
    emit linkChanged();
}

void MachineController::lose(const Error &error)
{
    m_backoff.fail();
    m_timer.start(m_backoff.remaining());
    setLink(error.code == ErrorCode::Timeout || error.code == ErrorCode::Unreachable ? LinkState::Offline
                                                                                     : LinkState::NeedsAttention,
            error.message);
}

} // namespace engine
