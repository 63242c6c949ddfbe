// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QTimer>

namespace engine {

class SshSession;

/// Checks that the other end of a session still answers: sends keepalive requests at an interval, and at once in
/// checkNow(). Thread: the loop's.
class KeepAlive final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(KeepAlive)

public:
    /// \a session must outlive this.
    KeepAlive(const SshSession &session, QObject *parent);

    void start(std::chrono::seconds interval);
    void stop();
    void checkNow(); ///< asks now; silent() follows if no byte comes within 5 s

signals:
    void asked(); ///< a request waits in the session to be sent
    void silent();

private:
    void askAgain();

    const SshSession &m_session;
    QTimer m_interval{this};
    QTimer m_check{this};
    quint64 m_bytesBefore = 0; // received before the last askAgain()
    quint64 m_bytesAtCheck = 0;
    int m_unanswered = 0;
};

} // namespace engine
