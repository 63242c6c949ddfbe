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

/// One machine: its link, its inventory and the polls of its attempts (StatusPoll). A failed call changes the link,
/// never the state of a job.
///
/// A lost connection is reopened at once the first time, then with a back-off of 1 s to 60 s. After an error that needs
/// the user (AuthenticationFailed, HostKey…, InvalidArgument) there is no automatic retry: the link is NeedsAttention
/// until connectNow(). Thread: the engine's.
class MachineController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MachineController)

public:
    /// \a secrets must outlive this; it may be null.
    MachineController(const ResourceRow &row, std::shared_ptr<RemoteHost> host, SecretStore *secrets = nullptr,
                      QObject *parent = nullptr);
    ~MachineController() override; ///< closes the connection

    [[nodiscard]] ResourceId id() const { return m_row.id; }
    /// As the store should have it; rowChanged() follows each change.
    [[nodiscard]] const ResourceRow &row() const { return m_row; }
    [[nodiscard]] bool isLocal() const;
    [[nodiscard]] LinkState link() const { return m_link; }
    [[nodiscard]] Message linkReason() const { return m_reason; }
    /// The step of the attempt to connect under way, or the one at which the last attempt failed.
    [[nodiscard]] ConnectStep step() const { return m_step; }
    [[nodiscard]] bool isReady() const { return m_link == LinkState::Online; }
    /// Of the last attempt to connect, or the loss of its connection.
    [[nodiscard]] const std::optional<Error> &problem() const { return m_problem; }
    [[nodiscard]] qint64 asOfMs() const { return m_asOfMs; } ///< UTC ms of the machine's last answer; 0: none
    [[nodiscard]] const std::optional<Inventory> &inventory() const { return m_connect.inventory(); }
    /// The user's home folder, where relative paths begin; empty while unknown.
    [[nodiscard]] QString userHome() const { return m_connect.userHome(); }
    /// Equal for two resources that are the same machine, user and home; empty until the first inventory.
    [[nodiscard]] QString identity() const;
    [[nodiscard]] const std::shared_ptr<RemoteHost> &host() const { return m_host; }
    [[nodiscard]] NodeAgent &agent() { return m_agent; }
    [[nodiscard]] StatusPoll &poll() { return m_poll; }
    /// The REST document of the machine.
    [[nodiscard]] QJsonObject document() const;

    /// Connects, or connects again, without waiting for the back-off. Without \a answers it joins an attempt under way;
    /// with them it begins a new one.
    void connectNow(const QList<Answer> &answers = {});
    void acceptHostKey(const QString &fingerprint) { m_connect.login().acceptHostKey(fingerprint); }
    /// To be called when the computer woke up or its network changed: checks an open connection; retries at once where
    /// a retry was scheduled.
    void checkNow();
    /// Ends the attempt to connect that is under way with Canceled; the link is as it was before.
    void cancel();
    [[nodiscard]] bool isAwaited() const; ///< attemptEnded() is connected
    /// Closes the connection and opens none until connectNow(). The row keeps this for later engines.
    void rest(const Message &reason);
    [[nodiscard]] bool isResting() const;

signals:
    void linkChanged();
    void rowChanged(); ///< the store should write row()
    /// An attempt to connect ended: the machine is ready, or problem() has the error.
    void attemptEnded(const engine::Result<void> &result);

private:
    /// The state before an attempt to connect, which cancel() restores.
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
    void setExtensionValue(const QString &key, const QJsonValue &value);
    // From the login until the scripts are installed.
    [[nodiscard]] bool isConnecting() const { return m_before.has_value(); }
    [[nodiscard]] bool isUp() const { return m_link == LinkState::Online || m_link == LinkState::Degraded; }

    ResourceRow m_row;
    std::shared_ptr<RemoteHost> m_host;
    NodeAgent m_agent;
    ConnectSequence m_connect;
    StatusPoll m_poll;
    RetryTimer m_retry;
    LinkState m_link = LinkState::Connecting;
    ConnectStep m_step = ConnectStep::Resolve;
    std::optional<Before> m_before; // set during an attempt to connect; its link is Connecting in the first attempt
    Message m_reason;
    std::optional<Error> m_problem;
    qint64 m_asOfMs = 0;
    qint64 m_toldMs = 0; // UTC ms: the m_asOfMs of the last linkChanged() for its sake
    QElapsedTimer m_online; // since the connection was opened
};

} // namespace engine
