// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnector.h"

#include <QMutex>

namespace engine {

class SshTransport;

/// What further connections of an open host are made with. Any thread.
class SshCredentials final
{
    Q_DISABLE_COPY_MOVE(SshCredentials)

public:
    /// \a transport must be there until forget(). Not shared: what uses this lives in its threads, and would end it
    /// there.
    SshCredentials(SshTransport *transport, SshSpec spec) : m_transport(transport), m_spec(std::move(spec)) { }

    /// The newer answer to a question stands in the older one's place.
    [[nodiscard]] QList<Answer> with(const QList<Answer> &newer) const;
    /// Whoever shows another host key than \a login is not the machine that is open. What may be a one-time code is
    /// spent by the login that it opened, and would be a wrong one at the next.
    void keep(const QList<Answer> &answers, const SshLogin &login);
    void close();
    void forget();

    [[nodiscard]] SshAttempt attempt(const QList<Answer> &answers) const;
    /// One more connection to the machine that is open; Unreachable when none is.
    [[nodiscard]] QFuture<Result<std::shared_ptr<SshLogin>>> login() const;

private:
    [[nodiscard]] QList<Answer> merged(const QList<Answer> &newer) const;

    SshTransport *m_transport;
    SshSpec m_spec;
    mutable QMutex m_mutex; // of what follows
    QList<Answer> m_answers;
    QString m_hostKey;
    std::shared_ptr<const SshRoute> m_route;
    std::shared_ptr<const AcceptedKey> m_key;
    bool m_isOpen = false;
};

} // namespace engine
