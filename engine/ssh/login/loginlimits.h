// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "engine/base/uniquefd.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>

namespace engine {

/// How long an attempt to log in may still take. Whoever made it asks its token to stop at the deadline, or when the
/// attempt is called off; every blocking step of a login watches the token, and nothing else ends one. Any thread.
class LoginLimits final
{
    Q_DISABLE_COPY_MOVE(LoginLimits)

public:
    using Clock = std::chrono::steady_clock;

    LoginLimits(Clock::time_point deadline, std::stop_token token);

    [[nodiscard]] const std::stop_token &token() const { return m_token; }
    [[nodiscard]] bool isOver() const { return m_token.stop_requested(); }
    [[nodiscard]] std::chrono::milliseconds remaining() const; ///< at least 1
    /// Timeout or Canceled, once isOver(). \a what: the sentence of a timeout.
    [[nodiscard]] Error error(const Message &what) const;
    /// Waits until \a fd has one of \a events (as poll) or \a within is over; false then and once isOver().
    [[nodiscard]] bool waitFor(int fd, short events, std::chrono::milliseconds within) const;
    /// Becomes readable when the token is asked to stop.
    [[nodiscard]] int stopFd() const { return m_stopFd.get(); }

private:
    Clock::time_point m_deadline;
    std::stop_token m_token;
    UniqueFd m_stopFd;
    std::optional<std::stop_callback<std::function<void()>>> m_onStop;
};

/// Ends every blocking call on a connected socket when the attempt is over, by shutting it down: the one thing that
/// ends a stuck libssh call from outside. Works on a duplicate, so that libssh may close its own.
class ShutdownGuard final
{
    Q_DISABLE_COPY_MOVE(ShutdownGuard)

public:
    ShutdownGuard(int socket, const LoginLimits &limits);

private:
    UniqueFd m_socket;
    std::stop_callback<std::function<void()>> m_onStop;
};

} // namespace engine
