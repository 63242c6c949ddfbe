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

/// When an attempt to log in must end: at its deadline, or when it is canceled. In both cases the creator requests a
/// stop of the token, which every blocking step of a login watches. Any thread.
class LoginLimits final
{
    Q_DISABLE_COPY_MOVE(LoginLimits)

public:
    using Clock = std::chrono::steady_clock;

    LoginLimits(Clock::time_point deadline, std::stop_token token);

    [[nodiscard]] const std::stop_token &token() const { return m_token; }
    [[nodiscard]] bool isOver() const { return m_token.stop_requested(); }
    [[nodiscard]] std::chrono::milliseconds remaining() const; ///< at least 1
    /// Timeout or Canceled; needs isOver(). \a what: the message of a timeout.
    [[nodiscard]] Error error(const Message &what) const;
    /// Waits for one of \a events (as poll) of \a fd; false after \a within, and once isOver().
    [[nodiscard]] bool waitFor(int fd, short events, std::chrono::milliseconds within) const;
    /// Readable once isOver().
    [[nodiscard]] int stopFd() const { return m_stopFd.get(); }

private:
    Clock::time_point m_deadline;
    std::stop_token m_token;
    UniqueFd m_stopFd;
    std::optional<std::stop_callback<std::function<void()>>> m_onStop;
};

/// Shuts a connected socket down when the attempt is over, which ends a blocking libssh call on it from another thread.
/// Uses a duplicate, so that libssh may close its own descriptor.
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
