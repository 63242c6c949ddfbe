// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/part/dataruns.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"
#include "engine/storage/transfer/wire/stagewriter.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <limits>
#include <memory>

namespace engine {

/// Hands the parts of large files to several lanes, but for what the journal knows as done, and for holes; also while
/// more are added. A lane keeps to its file as long as it can; where no other is left several share one. Any thread.
class PartQueue final
{
    Q_DISABLE_COPY_MOVE(PartQueue)

public:
    /// What is not constant belongs to the queue.
    struct File
    {
        const TreeEntry entry; ///< as the source lists it
        std::vector<DataRun> data = {}; ///< none: all of it, or nobody was asked yet
        qint64 next = 0; ///< MiB that nobody was given yet
        std::vector<std::pair<qint64, qint64>> returned = {}; ///< first and count of parts that did not get there
        qint64 counted = 0; ///< bytes that done() has counted
        qint64 spared = 0; ///< that an earlier run brought
        int open = 0; ///< parts on their way
        bool isSealing = false;
        bool isForgotten = false;
    };
    using FilePtr = std::shared_ptr<File>;
    struct Part
    {
        FilePtr file;
        qint64 first; ///< MiB
        qint64 count; ///< 0: setData() comes first, or, of a queue without sizes, it is to be sealed

        [[nodiscard]] qint64 bytes() const;
    };
    /// What one session is given at a time, in MiB: more of larger files.
    struct Sizes
    {
        qint64 least;
        qint64 most;
    };
    using AsksForHoles = bool (*)(const TreeEntry &file);
    enum class Waits { No, Yes };
    static constexpr size_t mostFiles = 50'000; ///< of which each is sealed by itself, at once; some MB
    static constexpr qint64 anyMiB = std::numeric_limits<qint64>::max();

    /// seal() seals all. Of files for which \a asksForHoles, setData() tells where they have data; null: of none.
    PartQueue(RunContext &context, Sizes sizes, AsksForHoles asksForHoles = nullptr)
        : m_context(context), m_sizes(sizes), m_asksForHoles(asksForHoles)
    {
    }
    /// Lanes say what they take, and seal each file.
    explicit PartQueue(RunContext &context) : m_context(context), m_sealsEach(true) { }

    void setSizes(Sizes sizes) { m_sizes = sizes; } ///< while no lane takes any

    /// False: there are mostFiles, or nobody carries anything any more. Does not wait: who adds them has lanes of its
    /// own, whose machines take a silent session for one that is lost.
    bool add(const TreeEntry &file);
    [[nodiscard]] bool isEmpty() const;
    void finish(); ///< nothing is added any more
    void close(); ///< nothing is carried any more
    void pause(std::chrono::seconds time); ///< or until it is closed

    /// A part of \a current, or of another file. None: there is nothing now; who waits hears that there will be
    /// nothing.
    [[nodiscard]] std::optional<Part> take(const FilePtr &current, qint64 mostMiB = anyMiB, Waits waits = Waits::No);
    void setData(const FilePtr &file, std::vector<DataRun> data); ///< as dataRuns() says
    /// Of a queue that seals each: it was written there, which is noted. The part of no MiB, when it was the last.
    [[nodiscard]] std::optional<Part> done(const Part &part);
    void giveBack(const Part &part); ///< it did not get there
    void forget(const FilePtr &file); ///< it is sealed, or cannot be: nothing more of it is handed out
    /// What was added and not forgotten.
    [[nodiscard]] std::vector<TreeEntry> takeLeft();
    /// When all is through: gives the files that are whole their lengths, permissions and times, and forgets all.
    [[nodiscard]] Result<void> seal(StageWriter &writer);

private:
    [[nodiscard]] std::optional<Part> find(const FilePtr &current, qint64 mostMiB);
    [[nodiscard]] std::optional<Part> partOf(const FilePtr &file, qint64 mostMiB);

    RunContext &m_context;
    Sizes m_sizes{anyMiB, anyMiB};
    AsksForHoles m_asksForHoles = nullptr;
    bool m_sealsEach = false;
    mutable std::mutex m_mutex; // of what follows
    std::condition_variable m_changed;
    std::deque<FilePtr> m_files;
    qsizetype m_taken = 0; // of them; those behind are nobody's yet
    bool m_isFinished = false;
    bool m_isClosed = false;
};

/// What a lane brings of a queue: parts of one file after the other, by a writer. One thread.
class PartLane
{
    Q_DISABLE_COPY_MOVE(PartLane)

public:
    /// Blocks until no part is left that another lane does not bring.
    [[nodiscard]] Result<void> run();

protected:
    PartLane(RunContext &context, PartQueue &parts, StageWriter &writer)
        : m_context(context), m_parts(parts), m_writer(writer)
    {
    }
    ~PartLane() = default;

    [[nodiscard]] virtual Result<void> begin() { return {}; } ///< with another file
    [[nodiscard]] virtual Result<void> bring(const PartQueue::Part &part) = 0; ///< of it, unless it is bad
    [[nodiscard]] virtual Result<void> end() = 0; ///< with it
    [[nodiscard]] Result<void> beginParts(); ///< in the writer
    [[nodiscard]] Result<void> endParts();
    [[nodiscard]] Result<void> told(int number); ///< by the writer: of this file, or of all
    Result<void> spoil(const QString &words); ///< no more of this file is brought; no error
    [[nodiscard]] QByteArray there() const { return m_context.targetPath(m_entry.path); }

    // NOLINTBEGIN: of all that derive
    RunContext &m_context;
    PartQueue &m_parts;
    StageWriter &m_writer;
    PartQueue::FilePtr m_current;
    TreeEntry m_entry;
    bool m_isBad = false;
    bool m_isOpen = false; // in the writer
    // NOLINTEND
};

} // namespace engine
