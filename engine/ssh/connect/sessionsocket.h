// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <libssh/libssh.h>

#include <QSocketNotifier>

#include <memory>

namespace engine {

/// The socket of a session that no call waits for: tells when packets came or can be sent, and has the library read
/// them. Made and destroyed in the loop's thread, and used there.
class SessionSocket final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SessionSocket)

public:
    /// Makes \a session non-blocking; it outlives this.
    explicit SessionSocket(ssh_session session);
    ~SessionSocket() override;

    [[nodiscard]] bool readPackets(); ///< one session's turn; false: the session is broken
    void awaitWritable(); ///< while the library has bytes to send
    void close(); ///< tells nothing any more: the library may close the descriptor

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
