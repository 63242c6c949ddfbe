// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/tree/treebatch.h"

#include <QSet>

#include <deque>

struct archive_entry;

namespace engine {

/// The files that are requested from a machine's bd_pack, batch by batch, and that its archive did not bring yet. The
/// archive has them in the order of the requests, but for those that tar could not read. One thread.
class PackRequests final
{
    Q_DISABLE_COPY_MOVE(PackRequests)

public:
    explicit PackRequests(WorkQueue<TreeBatch> &queue) : m_queue(queue) { }

    /// Waits for the next batch. names() are then those of its files that have bytes; \a others gets all else.
    void next(std::vector<TreeEntry> &others);
    [[nodiscard]] const QByteArray &names() const { return m_names; } ///< for bd_pack's stdin
    [[nodiscard]] bool isComplete() const { return m_isComplete; } ///< no batch follows
    void complete() { m_isComplete = true; } ///< no batch is requested any more
    [[nodiscard]] bool isEmpty() const { return m_open.empty(); }
    [[nodiscard]] bool isFull() const; ///< enough batches are requested to cover a long round trip

    /// The request that an entry of the archive answers; none: the entry was not requested. Requests before it are
    /// missed. An entry of another kind than a file answers a mark.
    [[nodiscard]] std::optional<TreeEntry> take(archive_entry *entry);
    void missRest(); ///< the archive has ended
    [[nodiscard]] bool isMissed(const QByteArray &path) const { return m_missed.contains(path); }
    [[nodiscard]] const TreeEntry *expected() const { return m_open.empty() ? nullptr : &m_open.front(); }

private:
    void miss(const TreeEntry &entry);

    WorkQueue<TreeBatch> &m_queue;
    std::deque<TreeEntry> m_open; // in the order of the archive
    size_t m_batches = 0; // in m_open
    QByteArray m_names;
    bool m_isComplete = false;
    QSet<QByteArray> m_missed; // files that the archive left out
};

} // namespace engine
