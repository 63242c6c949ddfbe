// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/message.h"

#include <QList>

#include <chrono>
#include <memory>

struct ssh_counter_struct;
struct ssh_session_struct;

namespace engine {

struct AcceptedKey;
struct SshRoute;

/// A libssh session and the descriptor of its SSH_OPTIONS_FD. Destruction closes both without a disconnect message, and
/// so without waiting. One thread at a time; another one after a move of the object.
class SshSession final
{
    Q_DISABLE_COPY(SshSession)

public:
    /// Limit of bytes for one write to a channel: more could block on a peer that reads nothing even in a non-blocking
    /// session, since the descriptor blocks.
    static constexpr quint32 maxWrite = 32 * 1024;

    SshSession(); ///< without host and port; libssh reads no configuration file
    ~SshSession();
    SshSession(SshSession &&other) noexcept;
    SshSession &operator=(SshSession &&other) noexcept;

    [[nodiscard]] ssh_session_struct *handle() const { return m_session; }
    [[nodiscard]] bool isConnected() const;
    /// The round trip of the session's connection, as roundTripOf().
    [[nodiscard]] std::chrono::microseconds roundTrip() const;
    /// Sends TCP's acknowledgement at once; call it after packets were read. sshd sends small answers one by one, and
    /// its system holds the second back until the first is acknowledged, which is delayed by up to 40 ms.
    void acknowledge() const;
    /// Sends a keepalive request without waiting. An answer shows in receivedBytes().
    void askAlive() const;
    /// The number of unanswered keepalive requests after which the connection counts as lost.
    static constexpr int mostUnanswered = 3;
    [[nodiscard]] quint64 receivedBytes() const; ///< in total
    [[nodiscard]] quint64 sentBytes() const;
    /// The session's last error, for Error::technical.
    [[nodiscard]] QString errorText() const;

private:
    ssh_session_struct *m_session;
    std::unique_ptr<ssh_counter_struct> m_counter; // written by libssh
};

/// The round trip of a connected TCP socket, by the system; 0 for other sockets, such as those of a connection through
/// a jump host, whose round trip is unknown.
[[nodiscard]] std::chrono::microseconds roundTripOf(int socket);

/// An authenticated connection to a machine, not yet served by a loop or a thread.
struct SshLogin
{
    static constexpr std::chrono::seconds usualAliveInterval{15};

    SshSession session;
    std::chrono::seconds aliveInterval = usualAliveInterval;
    QString hostKey; ///< fingerprint
    std::shared_ptr<const SshRoute> route; ///< the route that was used
    std::shared_ptr<const AcceptedKey> key; ///< the key that was sufficient; null: another method was used, or several
    QList<Message> notHonoured; ///< settings of the configuration that are not honoured
    std::shared_ptr<void> carrier; ///< must live as long as the session: a jump host's connection or a ProxyCommand
};

} // namespace engine
