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

/// Deadline and cancellation of a login. The creator of \a token requests its stop at the deadline, or when the
/// attempt is canceled. Every blocking step of a login watches the token. Any thread.
class LoginLimits final
{
    Q_DISABLE_COPY_MOVE(LoginLimits)

public:
    using Clock = std::chrono::steady_clock;

    LoginLimits(Clock::time_point deadline, std::stop_token token);

    [[nodiscard]] const std::stop_token &token() const { return m_token; }
    [[nodiscard]] bool isOver() const { return m_token.stop_requested(); }
    [[nodiscard]] std::chrono::milliseconds remaining() const; ///< until the deadline; at least 1
    /// Timeout with the message \a what, or Canceled. Needs isOver().
    [[nodiscard]] Error error(const Message &what) const;
    /// Waits until \a fd has one of \a events (as in poll()). False after \a within, and when isOver().
    [[nodiscard]] bool waitFor(int fd, short events, std::chrono::milliseconds within) const;
    /// A descriptor that becomes readable when the token's stop is requested.
    [[nodiscard]] int stopFd() const { return m_stopFd.get(); }

private:
    Clock::time_point m_deadline;
    std::stop_token m_token;
    UniqueFd m_stopFd;
    std::optional<std::stop_callback<std::function<void()>>> m_onStop;
};

/// Shuts a connected socket down when the attempt is over, which ends every call that blocks on it; nothing else ends a
/// blocked libssh call from outside. Holds a duplicate of the descriptor, so libssh may close its own.
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
