// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnector.h"

#include <QMutex>

namespace engine {

class SshTransport;

/// The answers, host key, route and key of an open host, for further connections. Any thread.
class SshCredentials final
{
    Q_DISABLE_COPY_MOVE(SshCredentials)

public:
    /// \a transport outlives every call of login() before forget(). A plain pointer, because these credentials are used
    /// in threads of the transport, which a shared pointer could destroy there.
    SshCredentials(SshTransport *transport, SshSpec spec) : m_transport(transport), m_spec(std::move(spec)) { }

    /// \a newer, and the kept answers to all other questions.
    [[nodiscard]] QList<Answer> with(const QList<Answer> &newer) const;
    /// Keeps what let \a login in. Answers to prompts are dropped: they may be one-time codes, which a second login
    /// would refuse. Further connections must show the host key of \a login, or they are to another machine.
    void keep(const QList<Answer> &answers, const SshLogin &login);
    void close();
    void forget();

    [[nodiscard]] SshAttempt attempt(const QList<Answer> &answers) const;
    /// A further connection; Unreachable when the host is not open.
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
