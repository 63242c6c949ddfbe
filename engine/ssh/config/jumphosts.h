// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/login/hoplogin.h"

#include <condition_variable>
#include <map>
#include <mutex>

namespace engine {

class SshConnection;

/// Logs in along routes. A connection to a jump host is shared by all routes through it and closed with the last. Of
/// several logins that need the same connection one makes it; the others wait for the result. Any thread.
class JumpHosts final
{
    Q_DISABLE_COPY_MOVE(JumpHosts)

public:
    explicit JumpHosts(SshLoop &loop);
    ~JumpHosts();

    /// Logs in to the last hop of \a route. Blocks, at most until the limits end it.
    [[nodiscard]] Result<std::shared_ptr<SshLogin>> login(const SshRoute &route, const SshAttempt &attempt,
                                                          const LoginLimits &limits);

private:
    struct Jump;
    struct UnderWay;
    struct Entry
    {
        std::weak_ptr<Jump> jump;
        std::shared_ptr<UnderWay> underWay;
    };
    struct Way
    {
        UniqueFd socket;
        std::shared_ptr<void> carrier;
        class ProxyCommand *proxy = nullptr; ///< set when the carrier is one
    };

    [[nodiscard]] Result<std::shared_ptr<SshLogin>> loginToHop(const SshRoute &route, qsizetype index,
                                                               const SshAttempt &attempt, const LoginLimits &limits,
                                                               const StepListener &stepBegan);
    [[nodiscard]] Result<Way> wayTo(const SshRoute &route, qsizetype index, const SshAttempt &attempt,
                                    const LoginLimits &limits);
    [[nodiscard]] Result<std::shared_ptr<Jump>> connection(const SshRoute &route, qsizetype index,
                                                           const SshAttempt &attempt, const LoginLimits &limits);
    [[nodiscard]] Result<std::shared_ptr<Jump>> connect(const SshRoute &route, qsizetype index,
                                                        const SshAttempt &attempt, const LoginLimits &limits);

    SshLoop &m_loop;
    std::mutex m_mutex; ///< guards the two below
    std::condition_variable_any m_changed;
    std::map<QString, Entry> m_entries;
};

} // namespace engine
