// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sshsession.h"

#include "engine/ssh/servertext.h"

#include <libssh/libssh.h>

#include <utility>

namespace engine {

namespace {

void end(ssh_session session)
{
    if (!session)
        return;
    ssh_silent_disconnect(session); // closes SSH_OPTIONS_FD exactly once, whether or not an error has closed it
    ssh_free(session);
}

} // namespace

SshSession::SshSession() : m_session(ssh_new())
{
    if (!m_session)
        qFatal("out of memory");
    const bool no = false;
    ssh_options_set(m_session, SSH_OPTIONS_PROCESS_CONFIG, &no);
    // Our own reader decides about host keys; libssh's would also change the order of their algorithms.
    ssh_options_set(m_session, SSH_OPTIONS_KNOWNHOSTS, "/dev/null");
    ssh_options_set(m_session, SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null");
    ssh_options_set(m_session, SSH_OPTIONS_COMPRESSION, "no");
    const int yes = 1;
    ssh_options_set(m_session, SSH_OPTIONS_NODELAY, &yes);
}

SshSession::~SshSession()
{
    end(m_session);
}

SshSession::SshSession(SshSession &&other) noexcept : m_session(std::exchange(other.m_session, nullptr)) { }

SshSession &SshSession::operator=(SshSession &&other) noexcept
{
    if (this != &other)
        end(std::exchange(m_session, std::exchange(other.m_session, nullptr)));
    return *this;
}

bool SshSession::isConnected() const
{
    return m_session && ssh_is_connected(m_session);
}

QString SshSession::errorText() const
{
    return m_session ? harmless(ssh_get_error(m_session), 300) : QString();
}

} // namespace engine
