// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QTimer>

namespace engine {

class SshSession;

/// Watches that the other end of a session still answers: asks at an interval, and at once after checkNow(). Thread:
/// the loop's.
class KeepAlive final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(KeepAlive)

public:
    /// \a session outlives it.
    KeepAlive(const SshSession &session, QObject *parent);

    void start(std::chrono::seconds interval);
    void stop();
    void checkNow(); ///< silent() follows after 5 s without a byte

signals:
    void asked(); ///< the session has a packet to send
    void silent();

private:
    void askAgain();

    const SshSession &m_session;
    QTimer m_interval{this};
    QTimer m_check{this};
    quint64 m_bytesBefore = 0; // received until askAgain()
    quint64 m_bytesAtCheck = 0;
    int m_unanswered = 0;
};

} // namespace engine
