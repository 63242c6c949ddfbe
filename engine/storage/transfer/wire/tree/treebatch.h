// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

namespace engine {

/// A bounded queue from one thread to several. Any thread.
template <typename Work> class WorkQueue final
{
public:
    explicit WorkQueue(size_t most) : m_most(most) { }

    /// Waits for room. False: giveUp() was called.
    bool push(Work work)
    {
        std::unique_lock lock(m_mutex);
        m_hasRoom.wait(lock, [this] { return m_work.size() < m_most || m_isGivenUp; });
        if (m_isGivenUp)
            return false;
        m_work.push_back(std::move(work));
        m_hasWork.notify_all();
        return true;
    }

    /// Waits for work. None: there is no more.
    std::optional<Work> pop()
    {
        std::unique_lock lock(m_mutex);
        m_hasWork.wait(lock, [this] { return !m_work.empty() || m_isFinished || m_isGivenUp; });
        if (m_work.empty() || m_isGivenUp)
            return std::nullopt;
        Work work = std::move(m_work.front());
        m_work.pop_front();
        m_hasRoom.notify_one();
        return work;
    }

    void finish() { end(m_isFinished); } ///< no more work is pushed
    void giveUp() { end(m_isGivenUp); } ///< no more work is popped, either

private:
    void end(bool &how)
    {
        const std::lock_guard lock(m_mutex);
        how = true;
        m_hasWork.notify_all();
        m_hasRoom.notify_all();
    }

    size_t m_most;
    std::mutex m_mutex;
    std::condition_variable m_hasWork, m_hasRoom;
    std::deque<Work> m_work;
    bool m_isFinished = false;
    bool m_isGivenUp = false;
};

/// Entries that are handed to a lane together.
using TreeBatch = std::vector<TreeEntry>;

/// A file of no more than this many bytes that was cut off is sent again from its beginning.
constexpr qint64 mostResent = 8 * 1024 * 1024;

/// Whether a file is brought in parts, as it is large, or has holes, which only parts keep.
[[nodiscard]] inline bool isForParts(qint64 size, qint64 heldBytes)
{
    constexpr qint64 large = 64 * 1024 * 1024;
    return size >= large || mayHaveHoles(size, heldBytes);
}
[[nodiscard]] inline bool isForParts(const TreeEntry &file)
{
    return isForParts(file.size, file.heldBytes);
}

/// Collects entries into batches, and pushes these into a queue. One thread.
class TreeBatcher final
{
    Q_DISABLE_COPY_MOVE(TreeBatcher)

public:
    static constexpr size_t mostQueued = 64; ///< batches in the queue

    explicit TreeBatcher(WorkQueue<TreeBatch> &queue) : m_queue(queue) { }

    /// False: the queue was given up.
    bool add(TreeEntry &&entry)
    {
        const bool goesOn = !isFull() || flush();
        m_bytes += entry.size;
        m_names += entry.path.size();
        m_batch.push_back(std::move(entry));
        return goesOn;
    }
    [[nodiscard]] bool isFull() const ///< the next add() pushes the batch
    {
        return m_batch.size() >= mostEntries || m_bytes >= mostBytes || m_names >= mostNames;
    }
    [[nodiscard]] bool isEmpty() const { return m_batch.empty(); }
    bool flush()
    {
        m_bytes = m_names = 0;
        return m_batch.empty() || m_queue.push(std::exchange(m_batch, {}));
    }

private:
    static constexpr size_t mostEntries = 256;
    static constexpr qint64 mostBytes = 4 * 1024 * 1024;
    // More names could fill the machine's window, and it would not read on before we read its output.
    static constexpr qint64 mostNames = 256 * 1024;

    WorkQueue<TreeBatch> &m_queue;
    TreeBatch m_batch;
    qint64 m_bytes = 0;
    qint64 m_names = 0;
};

} // namespace engine
