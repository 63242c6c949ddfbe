// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sshbulksession.h"

#include <QTimer>

#include <vector>

namespace engine {

/// Idle bulk sessions of a machine, kept by their last user or logged in ahead, since a login takes longer than a small
/// transfer. Keeps at most four, each for 30 s. Any thread, also that of the session's last holder.
class BulkPool final : public std::enable_shared_from_this<BulkPool>
{
    Q_DISABLE_COPY_MOVE(BulkPool)

public:
    BulkPool() = default;

    /// \a timer is started, in its own thread, when a session becomes idle; its timeouts shall call prune(). Set null
    /// before it is destroyed.
    void setTimer(QTimer *timer);
    bool prune(); ///< ends sessions that were idle too long; false when none is left

    [[nodiscard]] std::shared_ptr<BulkSession> take(); ///< an idle session; null: none
    [[nodiscard]] int generation() const; ///< counts drop()
    /// Shares \a session with a user. When the last holder releases a reusable session it returns to the pool, unless
    /// its login began in an earlier \a generation.
    [[nodiscard]] std::shared_ptr<BulkSession> lend(std::unique_ptr<SshBulkSession> session, int generation);
    /// The number of idle sessions, lent ones and logins under way.
    [[nodiscard]] size_t count() const;
    /// Adds one to count() while the returned pointer is held.
    [[nodiscard]] std::shared_ptr<void> countOne();
    void drop(); ///< ends idle sessions; lent ones will not return to the pool

private:
    struct Idle
    {
        std::unique_ptr<SshBulkSession> session;
        std::chrono::nanoseconds since;
    };
    using Sessions = std::vector<Idle>;

    void giveBack(std::unique_ptr<SshBulkSession> session, int generation);
    [[nodiscard]] Sessions takeExpired(); // m_mutex must be locked

    mutable std::mutex m_mutex; // guards the members below
    QTimer *m_timer = nullptr;
    Sessions m_idle; // the longest idle first
    int m_generation = 0;
    size_t m_away = 0; // lent sessions and logins under way
};

} // namespace engine
