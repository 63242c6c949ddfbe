// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/states.h"
#include "engine/base/backoff.h"
#include "engine/node/nodeagent.h"
#include "engine/store/store.h"

#include <QTimer>

#include <memory>
#include <optional>

namespace engine {

/// One machine: its link, what it is, and the attempts watched on it, all of them in one round trip a second.
/// A call that fails says something about the link, never about a job. Thread: the engine's.
class MachineController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MachineController)

public:
    MachineController(const ResourceRow &row, std::shared_ptr<RemoteHost> host, QObject *parent = nullptr);

    [[nodiscard]] ResourceId id() const { return m_row.id; }
    [[nodiscard]] LinkState link() const { return m_link; }
    [[nodiscard]] Message linkReason() const { return m_reason; }
    [[nodiscard]] bool isReady() const { return m_link == LinkState::Online; }
    [[nodiscard]] qint64 asOfMs() const { return m_asOfMs; }
    [[nodiscard]] const std::optional<Inventory> &inventory() const { return m_inventory; }
    [[nodiscard]] const std::shared_ptr<RemoteHost> &host() const { return m_host; }
    [[nodiscard]] NodeAgent &agent() { return m_agent; }
    /// The REST document of the machine.
    [[nodiscard]] QJsonObject document() const;

    void connectNow(); ///< (again), without waiting for the next try
    void watch(const QString &directory);
    void unwatch(const QString &directory);
    /// Ask for the state of what is watched soon: something has just been started or told to end.
    void pollSoon();
    /// The round trip that is under way, or was last; observed() belongs to it.
    [[nodiscard]] quint64 pollNumber() const { return m_pollNumber; }
    [[nodiscard]] bool isPolling() const { return m_polling; }

signals:
    void linkChanged();
    void observed(const QString &directory, const engine::AttemptStatus &status);

private:
    void probe();
    void probed(const Result<Inventory> &inventory);
    void installed(const Result<void> &result);
    void poll();
    void polled(const QStringList &directories, const Result<QList<AttemptStatus>> &result);
    void setLink(LinkState link, const Message &reason = {});
    void lose(const Error &error);

    ResourceRow m_row;
    std::shared_ptr<RemoteHost> m_host;
    NodeAgent m_agent;
    Backoff m_backoff;
    LinkState m_link = LinkState::Connecting;
    Message m_reason;
    qint64 m_asOfMs = 0;
    qint64 m_toldMs = 0; // when the listeners last heard of it
    std::optional<Inventory> m_inventory;
    QStringList m_watched;
    bool m_polling = false;
    quint64 m_pollNumber = 0;
    bool m_probing = false;
    int m_quickPolls = 0;
    QTimer m_timer;
    QTimer m_silence; // runs while an answer is awaited
};

} // namespace engine
