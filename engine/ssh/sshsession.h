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

/// A libssh session and the descriptor that its SSH_OPTIONS_FD was given. Destruction ends both without a goodbye, and
/// so without waiting. One thread at a time; which one changes hands with the object.
class SshSession final
{
    Q_DISABLE_COPY(SshSession)

public:
    /// Bytes given to a channel in one go: more may wait for a frozen peer, whatever the session's mode (the descriptor
    /// blocks).
    static constexpr quint32 maxWrite = 32 * 1024;

    SshSession(); ///< no host, no port, no configuration file: everything is set by who connects it
    ~SshSession();
    SshSession(SshSession &&other) noexcept;
    SshSession &operator=(SshSession &&other) noexcept;

    [[nodiscard]] ssh_session_struct *handle() const { return m_session; }
    [[nodiscard]] bool isConnected() const;
    /// To the other end of its connection and back, as roundTripOf().
    [[nodiscard]] std::chrono::microseconds roundTrip() const;
    /// Tells the other side at once that its packets came. sshd sends small answers one by one, and the system keeps
    /// the second back until it hears of the first, for which it is given 40 ms. Call it after packets were read.
    void acknowledge() const;
    /// Asks the other side to say that it is there, and waits for nothing: whatever comes counts as receivedBytes().
    void askAlive() const;
    /// How often it may leave that unanswered until it counts as gone.
    static constexpr int mostUnanswered = 3;
    [[nodiscard]] quint64 receivedBytes() const; ///< so far
    [[nodiscard]] quint64 sentBytes() const;
    /// Its last error, for Error::technical.
    [[nodiscard]] QString errorText() const;

private:
    ssh_session_struct *m_session;
    std::unique_ptr<ssh_counter_struct> m_counter; // the library writes it
};

/// As the system knows it of a connected socket; 0 of what is none of TCP. Of a way through a jump host this would be
/// the way to it alone; there it is 0, as nobody can know.
[[nodiscard]] std::chrono::microseconds roundTripOf(int socket);

/// An authenticated way to a machine, ready to be served.
struct SshLogin
{
    static constexpr std::chrono::seconds usualAliveInterval{15};

    SshSession session;
    std::chrono::seconds aliveInterval = usualAliveInterval;
    QString hostKey; ///< its fingerprint
    std::shared_ptr<const SshRoute> route; ///< that was taken
    std::shared_ptr<const AcceptedKey> key; ///< none: something else let us in, or more was wanted
    QList<Message> notHonoured; ///< of the configuration
    std::shared_ptr<void> carrier; ///< what must live as long as the session: a jump host's connection, a ProxyCommand
};

} // namespace engine
