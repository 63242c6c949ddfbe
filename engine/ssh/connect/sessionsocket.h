// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <libssh/libssh.h>

#include <QSocketNotifier>

#include <memory>

namespace engine {

/// The socket of a non-blocking session: reports when packets can be read or sent, and has libssh read them. Thread:
/// the loop's.
class SessionSocket final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SessionSocket)

public:
    /// Makes \a session non-blocking. It must outlive this.
    explicit SessionSocket(ssh_session session);
    ~SessionSocket() override;

    [[nodiscard]] bool readPackets(); ///< reads a limited number of packets; false: the session is broken
    void awaitWritable(); ///< enables writable() while libssh has bytes to send
    void close(); ///< no signals follow, so that libssh may close the descriptor

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
