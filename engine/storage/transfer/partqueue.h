// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/runcontext.h"
#include "engine/storage/transfer/stagewriter.h"

#include <deque>

namespace engine {

/// Hands the parts of large files to several sessions, but for what the journal knows as done. Add the files first;
/// then any thread.
class PartQueue final
{
    Q_DISABLE_COPY_MOVE(PartQueue)

public:
    static constexpr qint64 partMiB = 32; ///< each MiB is noted by itself: a cut costs less

    struct Part
    {
        size_t file;
        qint64 first; ///< MiB
        qint64 count;
    };

    PartQueue(PartJournal &journal, TransferCounters &counters) : m_journal(journal), m_counters(counters) { }

    void add(const TreeEntry &file) { m_files.push_back({file}); }
    [[nodiscard]] bool isEmpty() const { return m_files.empty(); }
    [[nodiscard]] const TreeEntry &file(size_t index) const { return m_files.at(index).entry; }

    [[nodiscard]] std::optional<Part> take(); ///< what nobody was given yet
    void spoil(size_t index); ///< nothing more of it is handed out
    /// When all is through: gives the files that are whole their lengths, permissions and times, and forgets all.
    [[nodiscard]] Result<void> seal(StageWriter &writer, RunContext &context);

private:
    struct File
    {
        TreeEntry entry;
        qint64 next = 0; ///< MiB that nobody was given yet
        bool isBad = false;
    };

    [[nodiscard]] bool isWhole(const File &file) const; // each part of it was noted

    PartJournal &m_journal;
    TransferCounters &m_counters;
    std::mutex m_mutex; // of what follows
    std::deque<File> m_files;
    size_t m_current = 0;
};

} // namespace engine
