// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/loginlimits.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

using namespace std::chrono_literals;

namespace engine {

LoginLimits::LoginLimits(Clock::time_point deadline, std::stop_token token)
    : m_deadline(deadline), m_token(std::move(token)), m_stopFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    m_onStop.emplace(m_token, [fd = m_stopFd.get()] { (void)::eventfd_write(fd, 1); });
}

std::chrono::milliseconds LoginLimits::remaining() const
{
    return std::max(1ms, std::chrono::duration_cast<std::chrono::milliseconds>(m_deadline - Clock::now()));
}

Error LoginLimits::error(const Message &what) const
{
    // Timers may fire a little early, so a stop within 20 ms of the deadline counts as the timeout.
    if (m_deadline - Clock::now() < 20ms)
        return {ErrorCode::Timeout, what};
    return {ErrorCode::Canceled, QT_TRANSLATE_NOOP("engine", "The attempt to connect was called off.")};
}

bool LoginLimits::waitFor(int fd, short events, std::chrono::milliseconds within) const
{
    const Clock::time_point until = Clock::now() + within;
    while (!isOver()) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
        if (left <= 0ms)
            return false;
        pollfd fds[] = {{fd, events, 0}, {m_stopFd.get(), POLLIN, 0}};
        const int count = ::poll(fds, 2, int(std::min<qint64>(left.count(), 60'000)));
        if (count < 0 && errno != EINTR)
            return false;
        if (count > 0 && fds[0].revents != 0)
            return true;
    }
    return false;
}

ShutdownGuard::ShutdownGuard(int socket, const LoginLimits &limits)
    : m_socket(::fcntl(socket, F_DUPFD_CLOEXEC, 3)),
      m_onStop(limits.token(), [this] { ::shutdown(m_socket.get(), SHUT_RDWR); })
{
}

} // namespace engine
