// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sshbulksession.h"

#include <QTimer>

#include <vector>

namespace engine {

/// Sessions of a machine that were kept by who is through with them, for who comes next: a login takes longer than a
/// small transfer. Half a minute, and four at most. Any thread.
class BulkPool final : public QObject, public std::enable_shared_from_this<BulkPool>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BulkPool)

public:
    [[nodiscard]] static std::shared_ptr<BulkPool> create();

    [[nodiscard]] std::shared_ptr<BulkSession> take(); ///< null: there is none
    [[nodiscard]] int generation() const; ///< of drop()
    /// For somebody; it comes here when nobody holds it any more and it may serve again, but for one whose login began
    /// in another \a generation.
    [[nodiscard]] std::shared_ptr<BulkSession> lend(std::unique_ptr<SshBulkSession> session, int generation);
    void drop(); ///< what is here, and whatever would come back

private:
    struct Idle
    {
        std::unique_ptr<SshBulkSession> session;
        std::chrono::nanoseconds since;
    };
    using Sessions = std::vector<Idle>;

    BulkPool();
    void giveBack(std::unique_ptr<SshBulkSession> session, int generation);
    void prune();
    [[nodiscard]] Sessions takeExpired(); // under the mutex

    QTimer m_timer{this};
    mutable std::mutex m_mutex; // of what follows
    Sessions m_idle; // the longest first
    int m_generation = 0;
};

} // namespace engine
