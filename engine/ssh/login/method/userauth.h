// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/login/loginlimits.h"
#include "engine/ssh/sshsession.h"

#include <libssh/libssh.h>

#include <functional>

namespace engine {

enum class AuthOutcome {
    In,
    Denied,
    Partial, ///< accepted, but the server wants a further method
    Prompts, ///< keyboard-interactive: a round of prompts
    Unanswered, ///< OpenQuestion has the missing answer's question; no further method is tried
    Broken, ///< the connection was lost
};

/// The authentication requests of one session to its server. Blocks. Thread: the login's (LoginQueue).
class UserAuth final
{
    Q_DISABLE_COPY_MOVE(UserAuth)

public:
    /// The arguments must outlive this.
    UserAuth(const SshSession &session, const LoginLimits &limits) : m_session(session), m_limits(limits) { }

    [[nodiscard]] const SshSession &session() const { return m_session; }
    [[nodiscard]] const LoginLimits &limits() const { return m_limits; }
    /// The result of libssh's \a call, after the server's answer or the end of the limits.
    template <class Call, class... Arguments>
    [[nodiscard]] int request(const Call &call, const Arguments &...arguments) const
    {
        return untilAnswered([&](ssh_session session) { return call(session, arguments...); });
    }
    [[nodiscard]] AuthOutcome outcomeOf(int result) const; ///< of a request's result
    [[nodiscard]] QStringList methods() const; ///< the methods that the server's last denial listed
    [[nodiscard]] bool takes(const QString &method) const { return methods().contains(method); }

private:
    [[nodiscard]] int untilAnswered(const std::function<int(ssh_session)> &call) const;

    const SshSession &m_session;
    const LoginLimits &m_limits;
};

} // namespace engine
