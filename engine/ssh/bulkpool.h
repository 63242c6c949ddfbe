// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sshbulksession.h"

#include <QTimer>

#include <vector>

namespace engine {

/// Sessions of a machine that were kept by who is through with them, or made ahead, for who comes next: a login takes
/// longer than a small transfer. Half a minute, and four at most. Any thread, also that of its last holder, which may
/// be anybody.
class BulkPool final : public std::enable_shared_from_this<BulkPool>
{
    Q_DISABLE_COPY_MOVE(BulkPool)

public:
    BulkPool() = default;

    /// \a timer is started, in its own thread, when there is something to prune(); null before it goes.
    void setTimer(QTimer *timer);
    bool prune(); ///< ends what nobody took; false when nothing is left

    [[nodiscard]] std::shared_ptr<BulkSession> take(); ///< null: there is none
    [[nodiscard]] int generation() const; ///< of drop()
    /// For somebody; it comes here when nobody holds it any more and it may serve again, but for one whose login began
    /// in another \a generation.
    [[nodiscard]] std::shared_ptr<BulkSession> lend(std::unique_ptr<SshBulkSession> session, int generation);
    /// Of those here, lent, and whose logins are under way.
    [[nodiscard]] size_t count() const;
    /// One more in count(), as long as somebody holds what this returns.
    [[nodiscard]] std::shared_ptr<void> countOne();
    void drop(); ///< what is here, and whatever would come back

private:
    struct Idle
    {
        std::unique_ptr<SshBulkSession> session;
        std::chrono::nanoseconds since;
    };
    using Sessions = std::vector<Idle>;

    void giveBack(std::unique_ptr<SshBulkSession> session, int generation);
    [[nodiscard]] Sessions takeExpired(); // under the mutex

    mutable std::mutex m_mutex; // of what follows
    QTimer *m_timer = nullptr;
    Sessions m_idle; // the longest first
    int m_generation = 0;
    size_t m_away = 0; // lent, or under way
};

} // namespace engine
