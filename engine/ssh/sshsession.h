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
/// so without waiting. One thread at a time: the thread of its owner.
class SshSession final
{
    Q_DISABLE_COPY(SshSession)

public:
    /// Most bytes for one write to a channel: with more, the write may block on a frozen peer even in a non-blocking
    /// session, because the descriptor blocks.
    static constexpr quint32 maxWrite = 32 * 1024;

    SshSession(); ///< reads no configuration file; who connects it sets all options
    ~SshSession();
    SshSession(SshSession &&other) noexcept;
    SshSession &operator=(SshSession &&other) noexcept;

    [[nodiscard]] ssh_session_struct *handle() const { return m_session; }
    [[nodiscard]] bool isConnected() const;
    /// As roundTripOf() its socket.
    [[nodiscard]] std::chrono::microseconds roundTrip() const;
    /// Sends the TCP acknowledgment of received packets at once; to be called after reading packets. Without it sshd's
    /// system delays the second of two small answers until the first is acknowledged, up to 40 ms.
    void acknowledge() const;
    /// Sends a keep-alive request without waiting; its answer shows in receivedBytes().
    void askAlive() const;
    /// The connection counts as lost after more unanswered keep-alive requests than this.
    static constexpr int mostUnanswered = 3;
    [[nodiscard]] quint64 receivedBytes() const; ///< so far
    [[nodiscard]] quint64 sentBytes() const;
    /// The last error, for Error::technical.
    [[nodiscard]] QString errorText() const;

private:
    ssh_session_struct *m_session;
    std::unique_ptr<ssh_counter_struct> m_counter; // the library writes it
};

/// Round trip of a connected TCP socket, as the system measured it; 0 when unknown. It is 0 for a connection through a
/// jump host, whose socket is not TCP.
[[nodiscard]] std::chrono::microseconds roundTripOf(int socket);

/// An authenticated session to a machine, with what its login found.
struct SshLogin
{
    static constexpr std::chrono::seconds usualAliveInterval{15};

    SshSession session;
    std::chrono::seconds aliveInterval = usualAliveInterval;
    QString hostKey; ///< fingerprint
    std::shared_ptr<const SshRoute> route; ///< by which the machine was reached
    std::shared_ptr<const AcceptedKey> key; ///< that alone was enough; null for a login by other means or by several
    QList<Message> notHonoured; ///< options of ssh_config that are not supported
    std::shared_ptr<void> carrier; ///< lives as long as the session: a jump host's connection or a ProxyCommand
};

} // namespace engine
