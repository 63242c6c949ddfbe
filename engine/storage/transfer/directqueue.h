// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/partjournal.h"
#include "engine/storage/transfer/transferrun.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <vector>

namespace engine {

/// A file that goes from machine to machine. What is not constant belongs to its queue.
struct DirectFile
{
    const TreeEntry entry; ///< as the source lists it
    const QByteArray name; ///< its path in the stage

    qint64 next = 0; ///< MiB that nobody was given yet
    std::vector<std::pair<qint64, qint64>> returned = {}; ///< first and count of parts that did not get there
    qint64 counted = 0; ///< bytes that count as done
    qint64 spared = 0; ///< the same, of what an earlier run brought
    int open = 0; ///< parts on their way
    bool isTaken = false;
    bool isSealing = false;
};

/// Some MiB of a file; none: all are there, and it is to be sealed.
struct DirectPart
{
    std::shared_ptr<DirectFile> file;
    qint64 first = 0;
    qint64 count = 0;

    [[nodiscard]] qint64 bytes() const;
};

/// Hands parts of files to several lanes, but for what the journal knows as done, while more files are added. A lane
/// keeps to its file as long as it can; where no other is left several share one. Any thread.
class DirectQueue final
{
    Q_DISABLE_COPY_MOVE(DirectQueue)

public:
    enum class Waits { No, Yes };
    static constexpr size_t mostFiles = 50'000; ///< at once, some MB

    DirectQueue(PartJournal &journal, TransferCounters &counters) : m_journal(journal), m_counters(counters) { }

    /// False: there are mostFiles, or nobody carries anything any more, and \a file is as it was. Does not wait: who
    /// adds them has lanes of its own, whose machines take a silent session for one that is lost.
    [[nodiscard]] bool add(TreeEntry &file, const QByteArray &name);
    void finish(); ///< nothing is added any more
    void close(); ///< nothing is carried any more
    void pause(std::chrono::seconds time); ///< or until it is closed

    /// A part of \a current, or of another file. None: there is nothing now; who waits hears that there will be
    /// nothing.
    [[nodiscard]] std::optional<DirectPart> take(const DirectFile *current, qint64 mostMiB, Waits waits);
    /// It was written there, which is noted. The part of no MiB, when it was the last.
    [[nodiscard]] std::optional<DirectPart> done(const DirectPart &part);
    void giveBack(const DirectPart &part); ///< it did not get there
    void forget(const std::shared_ptr<DirectFile> &file); ///< it is sealed, or cannot be
    /// What was added and not forgotten.
    [[nodiscard]] std::vector<TreeEntry> takeLeft();

private:
    [[nodiscard]] std::optional<DirectPart> find(const DirectFile *current, qint64 mostMiB);
    [[nodiscard]] std::optional<DirectPart> partOf(const std::shared_ptr<DirectFile> &file, qint64 mostMiB);

    PartJournal &m_journal;
    TransferCounters &m_counters;
    std::mutex m_mutex; // of what follows
    std::condition_variable m_changed;
    std::deque<std::shared_ptr<DirectFile>> m_files;
    bool m_isFinished = false;
    bool m_isClosed = false;
};

} // namespace engine
