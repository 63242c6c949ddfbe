// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/method/userauth.h"

#include <array>
#include <poll.h>

namespace engine {

namespace {

constexpr std::array knownMethods{
    std::pair{SSH_AUTH_METHOD_PUBLICKEY, "publickey"},
    std::pair{SSH_AUTH_METHOD_INTERACTIVE, "keyboard-interactive"},
    std::pair{SSH_AUTH_METHOD_PASSWORD, "password"},
    std::pair{SSH_AUTH_METHOD_HOSTBASED, "hostbased"},
    std::pair{SSH_AUTH_METHOD_GSSAPI_MIC, "gssapi-with-mic"},
};

} // namespace

// Calls libssh without blocking and waits here: a blocking call would wait until its timeout after the server
// disconnected.
int UserAuth::untilAnswered(const std::function<int(ssh_session)> &call) const
{
    constexpr int moment = 1000; // ms; the end of the attempt, which shuts the socket down, also ends the wait
    ssh_session session = m_session.handle();
    ssh_set_blocking(session, 0);
    int result = 0;
    while ((result = call(session)) == SSH_AUTH_AGAIN && m_session.isConnected() && !m_limits.isOver()) {
        ::pollfd socket{ssh_get_fd(session), POLLIN, 0};
        ::poll(&socket, 1, moment);
    }
    ssh_set_blocking(session, 1);
    return result;
}

AuthOutcome UserAuth::outcomeOf(int result) const
{
    switch (result) {
    case SSH_AUTH_SUCCESS:
        return AuthOutcome::In;
    case SSH_AUTH_DENIED:
        return AuthOutcome::Denied;
    case SSH_AUTH_PARTIAL:
        return AuthOutcome::Partial;
    case SSH_AUTH_INFO:
        return AuthOutcome::Prompts;
    case SSH_AUTH_ERROR: // with a connection the error is local: an agent or a key file that does not sign
        return m_session.isConnected() && !m_limits.isOver() ? AuthOutcome::Denied : AuthOutcome::Broken;
    default: // SSH_AUTH_AGAIN: the connection was lost, or the limits ended the call
        return AuthOutcome::Broken;
    }
}

QStringList UserAuth::methods() const
{
    const int bits = ssh_userauth_list(m_session.handle(), nullptr);
    QStringList names;
    for (const auto &[bit, name] : knownMethods) {
        if (unsigned(bits) & unsigned(bit))
            names.append(QString::fromLatin1(name));
    }
    return names;
}

} // namespace engine
