// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/partqueue.h"
#include "engine/storage/transfer/runsessions.h"

#include <semaphore>
#include <thread>

namespace engine {

/// The way from machine to machine that large files of a copy take where the source reaches the target by itself, over
/// several lanes. Files are added while it works; whether there is such a way is tried once there is enough for it, and
/// what it does not carry goes another one. The run's note says which. One thread. Errors of finish(): CommandFailed
/// (the target cannot write), Canceled.
class DirectWay final
{
    Q_DISABLE_COPY_MOVE(DirectWay)

public:
    DirectWay(RunContext &context, RunSessions &sources, RunSessions &targets, std::chrono::microseconds roundTrip);
    ~DirectWay() { m_queue.close(); }

    static constexpr qint64 leastSize = 1024 * 1024; ///< of a file
    /// Whether it is worth it. What is small comes with others in one stream; holes are not carried.
    [[nodiscard]] static bool takes(const TreeEntry &file);
    [[nodiscard]] bool add(const TreeEntry &file); ///< false: it must go another way
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; } ///< no more need be added
    void stop() { m_queue.close(); }
    /// Waits until all was carried, and calls \a waits now and then meanwhile, as long as something moves. What must go
    /// another way.
    [[nodiscard]] Result<std::vector<TreeEntry>> finish(const std::function<void()> &waits);

private:
    void work(size_t index);
    [[nodiscard]] quint64 movedBytes() const { return m_sources.movedBytes() + m_targets.movedBytes(); }
    void fail(const Error &error);
    void giveUp(const QString &why);

    RunContext &m_context;
    RunSessions &m_sources;
    RunSessions &m_targets;
    size_t m_mostLanes;
    qint64 m_bytes = 0; // that were added
    PartQueue m_queue;
    std::binary_semaphore m_isOver{0};
    std::atomic<bool> m_hasFailed = false;
    std::atomic<bool> m_hasCarried = false; // a part, at least
    std::mutex m_mutex; // of what follows
    std::optional<Error> m_error; // the first
    std::jthread m_first; // last: it uses the rest
};

} // namespace engine
