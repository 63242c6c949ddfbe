// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnector.h"

#include <QMutex>

namespace engine {

class SshTransport;

/// The answers, host key and route that further connections of an open host use. Any thread.
class SshCredentials final
{
    Q_DISABLE_COPY_MOVE(SshCredentials)

public:
    /// \a transport must live until forget(). A pointer that is not shared, since the objects that use this run in the
    /// transport's threads and would destroy it there.
    SshCredentials(SshTransport *transport, SshSpec spec) : m_transport(transport), m_spec(std::move(spec)) { }

    /// The kept answers and \a newer, which replace older ones to the same questions.
    [[nodiscard]] QList<Answer> with(const QList<Answer> &newer) const;
    /// Keeps what \a login used. Further connections must show the same host key, else they reached another machine.
    /// Answers to prompts are dropped: they may be one-time codes, which are invalid at the next login.
    void keep(const QList<Answer> &answers, const SshLogin &login);
    void close();
    void forget();

    [[nodiscard]] SshAttempt attempt(const QList<Answer> &answers) const;
    /// Makes a further connection to the open machine. Unreachable when the host is not open.
    [[nodiscard]] QFuture<Result<std::shared_ptr<SshLogin>>> login() const;

private:
    [[nodiscard]] QList<Answer> merged(const QList<Answer> &newer) const;

    SshTransport *m_transport;
    SshSpec m_spec;
    mutable QMutex m_mutex; // guards the members below
    QList<Answer> m_answers;
    QString m_hostKey;
    std::shared_ptr<const SshRoute> m_route;
    std::shared_ptr<const AcceptedKey> m_key;
    bool m_isOpen = false;
};

} // namespace engine
