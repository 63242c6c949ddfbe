// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/treewalk.h"
#include "engine/storage/transfer/workqueue.h"

namespace engine {

/// Entries of one folder, as many as are worth a turn.
using TreeBatch = std::vector<TreeEntry>;

/// What was cut off of a file of no more than this is sent once more with all of it.
constexpr qint64 mostAnew = 8 * 1024 * 1024;

/// Whether a file is brought in parts. Holes stay holes only so.
[[nodiscard]] inline bool isForParts(qint64 size, qint64 heldBytes)
{
    constexpr qint64 large = 64 * 1024 * 1024;
    return size >= large || mayHaveHoles(size, heldBytes);
}
[[nodiscard]] inline bool isForParts(const TreeEntry &file)
{
    return isForParts(file.size, file.heldBytes);
}

/// Puts entries into a queue, in batches. One thread.
class TreeBatcher final
{
    Q_DISABLE_COPY_MOVE(TreeBatcher)

public:
    static constexpr size_t mostQueued = 64; ///< batches; for the queue

    explicit TreeBatcher(WorkQueue<TreeBatch> &queue) : m_queue(queue) { }

    /// False when nobody takes anything any more.
    bool add(TreeEntry &&entry)
    {
        const bool goesOn = !isFull() || flush();
        m_bytes += entry.size;
        m_names += entry.path.size();
        m_batch.push_back(std::move(entry));
        return goesOn;
    }
    [[nodiscard]] bool isFull() const ///< the next add() puts one into the queue
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
    // A machine whose window is full of names would read no more of them before we read what it says.
    static constexpr qint64 mostNames = 256 * 1024;

    WorkQueue<TreeBatch> &m_queue;
    TreeBatch m_batch;
    qint64 m_bytes = 0;
    qint64 m_names = 0;
};

} // namespace engine
