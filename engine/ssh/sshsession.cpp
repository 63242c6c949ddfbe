// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sshsession.h"

#include "engine/ssh/servertext.h"

#include <libssh/libssh.h>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
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

// The library may say that it is connected when it has closed its socket, or after bytes that make no sense.
bool SshSession::isConnected() const
{
    return ssh_is_connected(m_session) == 1 && (ssh_get_status(m_session) & (SSH_CLOSED | SSH_CLOSED_ERROR)) == 0;
}

void SshSession::acknowledge() const
{
    const int yes = 1; // fails where it is no TCP, and nothing is kept back there
    ::setsockopt(ssh_get_fd(m_session), IPPROTO_TCP, TCP_QUICKACK, &yes, sizeof yes);
}

std::chrono::microseconds SshSession::roundTrip() const
{
    return roundTripOf(ssh_get_fd(m_session));
}

QString SshSession::errorText() const
{
    return m_session ? harmless(ssh_get_error(m_session), 300) : QString();
}

std::chrono::microseconds roundTripOf(int socket)
{
    ::tcp_info info{};
    ::socklen_t length = sizeof info;
    const bool isTcp = ::getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &length) == 0;
    return std::chrono::microseconds(isTcp ? info.tcpi_rtt : 0);
}

} // namespace engine
