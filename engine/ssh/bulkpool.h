// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sshbulksession.h"

#include <QTimer>

#include <vector>

namespace engine {

/// Idle bulk sessions of a machine, for the next user: a login takes longer than a small transfer. Holds at most four,
/// each for at most 30 s. Any thread may use and destroy it.
class BulkPool final : public std::enable_shared_from_this<BulkPool>
{
    Q_DISABLE_COPY_MOVE(BulkPool)

public:
    BulkPool() = default;

    /// \a timer is started, in its own thread, when a session becomes idle. Set to null before the timer is destroyed.
    void setTimer(QTimer *timer);
    bool prune(); ///< ends sessions that were idle for 30 s; false when none is left

    [[nodiscard]] std::shared_ptr<BulkSession> take(); ///< an idle session; null when there is none
    [[nodiscard]] int generation() const; ///< counts drop()
    /// \a session for a user. When its last owner releases it, it returns to the pool if it is reusable and no drop()
    /// came since \a generation, which was read before its login.
    [[nodiscard]] std::shared_ptr<BulkSession> lend(std::unique_ptr<SshBulkSession> session, int generation);
    /// Number of sessions that are idle, lent, or still logging in.
    [[nodiscard]] size_t count() const;
    /// Adds one to count() for as long as the returned pointer is held.
    [[nodiscard]] std::shared_ptr<void> countOne();
    void drop(); ///< ends idle sessions now, and lent ones when they are returned

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
    Sessions m_idle; // longest idle first
    int m_generation = 0;
    size_t m_away = 0; // lent, or logging in
};

} // namespace engine
