// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"

#include <QFuture>
#include <QMutex>

#include <atomic>
#include <chrono>
#include <functional>

namespace engine {

/// Makes a session to a machine; called in threads that may wait for it.
using OpenBulk = std::function<QFuture<Result<std::shared_ptr<BulkSession>>>()>;

/// The sessions of one run. Any thread.
class RunSessions final
{
    Q_DISABLE_COPY_MOVE(RunSessions)

public:
    explicit RunSessions(OpenBulk open) : m_open(std::move(open)) { }

    /// There shall be as many \a sessions: their logins begin, and open() waits for less. Only where the host's own
    /// login has succeeded: else a wrong password would be tried with each.
    void prepare(size_t sessions);
    /// Waits for a login; Canceled once abort() was called.
    [[nodiscard]] Result<std::shared_ptr<BulkSession>> open();
    void keep(); ///< all went well: lets go of them, for who comes next
    void abort(); ///< of all, and of those to come
    [[nodiscard]] bool isAborted() const { return m_isAborted; }
    [[nodiscard]] quint64 movedBytes() const;

private:
    using Login = QFuture<Result<std::shared_ptr<BulkSession>>>;

    [[nodiscard]] Login begin(); // under the mutex

    OpenBulk m_open;
    std::atomic<bool> m_isAborted = false;
    mutable QMutex m_mutex; // of what follows
    QList<Login> m_logins; // all
    QList<Login> m_prepared; // those of them that nobody has opened yet
    QList<std::shared_ptr<BulkSession>> m_sessions;
};

/// How many sessions, and how much of a large file one of them is given at a time. One way is as fast as its window and
/// one core; several share neither. More of them help where the way is long.
struct Lanes
{
    size_t sessions;
    qint64 partMiB; ///< together no more than 64 MiB are sent again after a cut
};
[[nodiscard]] bool isHighLatency(std::chrono::microseconds roundTrip);
[[nodiscard]] Lanes lanesFor(std::chrono::microseconds roundTrip);
/// Several sessions save more than their logins cost, where the way is long.
[[nodiscard]] bool isMuch(qint64 files, qint64 bytes);

} // namespace engine
