// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sshsession.h"

#include "engine/ssh/servertext.h"

#include <libssh/libssh.h>
#include <libssh/server.h> // ssh_send_keepalive

#include <limits>
#include <utility>

#include <linux/tcp.h> // netinet's tcp_info ends before tcpi_min_rtt
#include <netinet/in.h>
#include <sys/socket.h>

namespace engine {

namespace {

void end(ssh_session session)
{
    if (!session)
        return;
    ssh_silent_disconnect(session); // closes the descriptor unless an error already did
    ssh_free(session);
}

} // namespace

SshSession::SshSession() : m_session(ssh_new()), m_counter(std::make_unique<ssh_counter_struct>())
{
    if (!m_session)
        qFatal("out of memory");
    ssh_set_counters(m_session, m_counter.get(), nullptr);
    const bool no = false;
    ssh_options_set(m_session, SSH_OPTIONS_PROCESS_CONFIG, &no);
    // KnownHosts checks host keys; libssh's own reading would also change the order of the algorithms.
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

SshSession::SshSession(SshSession &&other) noexcept
    : m_session(std::exchange(other.m_session, nullptr)), m_counter(std::move(other.m_counter))
{
}

SshSession &SshSession::operator=(SshSession &&other) noexcept
{
    if (this != &other) {
        end(std::exchange(m_session, std::exchange(other.m_session, nullptr)));
        m_counter = std::move(other.m_counter);
    }
    return *this;
}

// ssh_is_connected() alone may be true after libssh closed its socket, or after invalid bytes.
bool SshSession::isConnected() const
{
    return ssh_is_connected(m_session) == 1 && (ssh_get_status(m_session) & (SSH_CLOSED | SSH_CLOSED_ERROR)) == 0;
}

void SshSession::acknowledge() const
{
    const int yes = 1; // fails on other sockets than TCP, which delay no acknowledgements
    ::setsockopt(ssh_get_fd(m_session), IPPROTO_TCP, TCP_QUICKACK, &yes, sizeof yes);
}

// Calls twice: without blocking, every second call of libssh only handles the answer to the one before.
void SshSession::askAlive() const
{
    const int waits = ssh_is_blocking(m_session);
    ssh_set_blocking(m_session, 0);
    ssh_send_keepalive(m_session);
    ssh_send_keepalive(m_session);
    ssh_set_blocking(m_session, waits);
}

quint64 SshSession::receivedBytes() const
{
    return m_counter->in_bytes;
}

quint64 SshSession::sentBytes() const
{
    return m_counter->out_bytes;
}

std::chrono::microseconds SshSession::roundTrip() const
{
    return roundTripOf(ssh_get_fd(m_session));
}

QString SshSession::errorText() const
{
    return m_session ? harmless(ssh_get_error(m_session), 300) : QString();
}

// The minimum of the last minutes: the mean includes delayed answers of a busy machine.
std::chrono::microseconds roundTripOf(int socket)
{
    ::tcp_info info{};
    ::socklen_t length = sizeof info;
    const bool isKnown = ::getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &length) == 0
        && info.tcpi_min_rtt != std::numeric_limits<decltype(info.tcpi_min_rtt)>::max();
    return std::chrono::microseconds(isKnown ? info.tcpi_min_rtt : 0);
}

} // namespace engine
