// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <libssh/libssh.h>

#include <QSocketNotifier>

#include <memory>

namespace engine {

/// The socket of a non-blocking session: signals when it is readable or writable, and makes the library read packets.
/// Thread: the loop's, also for construction and destruction.
class SessionSocket final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SessionSocket)

public:
    /// Makes \a session non-blocking; it outlives this.
    explicit SessionSocket(ssh_session session);
    ~SessionSocket() override;

    [[nodiscard]] bool readPackets(); ///< reads a limited number; false when the session is broken
    void awaitWritable(); ///< writable() follows if the library has bytes to send
    void close(); ///< ends the signals, so that the library may close the descriptor

signals:
    void readable();
    void writable();

private:
    ssh_session m_session;
    ssh_event m_event;
    std::unique_ptr<QSocketNotifier> m_readable;
    std::unique_ptr<QSocketNotifier> m_writable;
};

} // namespace engine
