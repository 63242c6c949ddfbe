// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/states.h"
#include "engine/node/link/connectsequence.h"
#include "engine/node/link/retrytimer.h"
#include "engine/node/link/statuspoll.h"
#include "engine/store/store.h"

#include <QElapsedTimer>

#include <memory>
#include <optional>

namespace engine {

/// One machine: its connection state (link), its inventory, and the attempts that are watched on it (StatusPoll). A
/// failed call is news about the link, never about a job.
///
/// A lost connection is made anew at once the first time, then after 1 s to 60 s (RetryTimer). After
/// AuthenticationFailed, HostKeyUnknown, HostKeyChanged and InvalidArgument there is no automatic retry: the link is
/// NeedsAttention until connectNow(). Thread: the engine's.
class MachineController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MachineController)

public:
    /// \a secrets outlives it, or is null.
    MachineController(const ResourceRow &row, std::shared_ptr<RemoteHost> host, SecretStore *secrets = nullptr,
                      QObject *parent = nullptr);
    ~MachineController() override; ///< closes the connection

    [[nodiscard]] ResourceId id() const { return m_row.id; }
    [[nodiscard]] const ResourceRow &row() const { return m_row; } ///< for the store
    [[nodiscard]] bool isLocal() const;
    [[nodiscard]] LinkState link() const { return m_link; }
    [[nodiscard]] Message linkReason() const { return m_reason; }
    /// Of the attempt to connect that is under way, or the step at which the last one failed.
    [[nodiscard]] ConnectStep step() const { return m_step; }
    [[nodiscard]] bool isReady() const { return m_link == LinkState::Online; }
    /// Why the last attempt to connect failed.
    [[nodiscard]] const std::optional<Error> &problem() const { return m_problem; }
    [[nodiscard]] qint64 asOfMs() const { return m_asOfMs; }
    [[nodiscard]] const std::optional<Inventory> &inventory() const { return m_connect.inventory(); }
    /// Where the user's relative paths begin; empty while unknown.
    [[nodiscard]] QString userHome() const { return m_connect.userHome(); }
    /// Equal for two names of the same machine, user and home; empty before the first connection.
    [[nodiscard]] QString identity() const;
    [[nodiscard]] const std::shared_ptr<RemoteHost> &host() const { return m_host; }
    [[nodiscard]] NodeAgent &agent() { return m_agent; }
    [[nodiscard]] StatusPoll &poll() { return m_poll; }
    /// The REST document of the machine.
    [[nodiscard]] QJsonObject document() const;

    /// Connects without waiting for the next retry. Without \a answers it joins an attempt that is under way.
    void connectNow(const QList<Answer> &answers = {});
    void acceptHostKey(const QString &fingerprint) { m_connect.login().acceptHostKey(fingerprint); }
    /// After a suspend, or a change of the network: checks an open connection, and brings a waiting retry forward.
    void checkNow();
    /// Ends the attempt that is under way with Canceled; the link is as before the attempt.
    void cancel();
    [[nodiscard]] bool isAwaited() const; ///< whether attemptEnded() is connected
    /// Closes the connection and makes none until connectNow(). Stored in the row, so it holds for later engines, too.
    void rest(const Message &reason);
    [[nodiscard]] bool isResting() const;

signals:
    void linkChanged();
    void rowChanged(); ///< row() must be stored
    /// An attempt to connect ended: the machine is ready, or problem() says why not.
    void attemptEnded(const engine::Result<void> &result);

private:
    /// State when an attempt to connect began.
    struct Before
    {
        LinkState link;
        ConnectStep step;
    };

    void followPoll();
    void followConnect();
    void begin(const QList<Answer> &answers);
    void ready();
    void fail(const Error &error);
    void lost(const Error &error);
    void setLink(LinkState link, const Message &reason);
    void setStep(ConnectStep step);
    void setOurs(const QString &key, const QJsonValue &value);
    [[nodiscard]] bool isConnecting() const { return m_before.has_value(); } // from the login to the installed scripts
    [[nodiscard]] bool isUp() const { return m_link == LinkState::Online || m_link == LinkState::Degraded; }

    ResourceRow m_row;
    std::shared_ptr<RemoteHost> m_host;
    NodeAgent m_agent;
    ConnectSequence m_connect;
    StatusPoll m_poll;
    RetryTimer m_retry;
    LinkState m_link = LinkState::Connecting;
    ConnectStep m_step = ConnectStep::Resolve;
    std::optional<Before> m_before; // while an attempt is under way; its link is Connecting when there was none before
    Message m_reason;
    std::optional<Error> m_problem;
    qint64 m_asOfMs = 0;
    qint64 m_toldMs = 0; // m_asOfMs when linkChanged() last reported it
    QElapsedTimer m_online; // since the connection was made
};

} // namespace engine
