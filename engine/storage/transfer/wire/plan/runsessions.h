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

/// Opens a session to a machine. Called in threads that may block.
using OpenBulk = std::function<QFuture<Result<std::shared_ptr<BulkSession>>>()>;

/// The sessions of one run. Any thread.
class RunSessions final
{
    Q_DISABLE_COPY_MOVE(RunSessions)

public:
    explicit RunSessions(OpenBulk open) : m_open(std::move(open)) { }

    /// Starts logins until there are as many \a sessions, so that open() waits for less. Only after the host's own
    /// login has succeeded: otherwise each login would try a wrong password.
    void prepare(size_t sessions);
    /// Waits for a login. Canceled after abort().
    [[nodiscard]] Result<std::shared_ptr<BulkSession>> open();
    void keep(); ///< returns the sessions to the connection pool after a run that succeeded
    void abort(); ///< all sessions, also those that are opened later
    [[nodiscard]] bool isAborted() const { return m_isAborted; }
    [[nodiscard]] quint64 movedBytes() const;

private:
    using Login = QFuture<Result<std::shared_ptr<BulkSession>>>;

    [[nodiscard]] Login begin(); // under the mutex

    OpenBulk m_open;
    std::atomic<bool> m_isAborted = false;
    mutable QMutex m_mutex; // of what follows
    QList<Login> m_logins; // all
    QList<Login> m_prepared; // logins that open() has not returned yet
    QList<std::shared_ptr<BulkSession>> m_sessions;
};

/// How many sessions a run has, and how much of a large file each of them gets at a time. The window and one core limit
/// the speed of a session, so several are faster, above all with a long round trip.
struct Lanes
{
    size_t sessions;
    qint64 partMiB; ///< of all sessions together 64 MiB at most, which are sent again after a lost connection
};
[[nodiscard]] bool isHighLatency(std::chrono::microseconds roundTrip);
[[nodiscard]] Lanes lanesFor(std::chrono::microseconds roundTrip);
/// With a long round trip, several sessions save more time than their logins cost.
[[nodiscard]] bool isMuch(qint64 files, qint64 bytes);

} // namespace engine
