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

/// Hands out the parts of large files to several lanes, except for parts that the journal has as done, and for holes.
/// Files may be added meanwhile. A lane keeps to its file while it can; the last files are shared by several lanes. Any
/// thread.
class PartQueue final
{
    Q_DISABLE_COPY_MOVE(PartQueue)

public:
    /// Only the queue changes members.
    struct File
    {
        const TreeEntry entry; ///< as the source lists it
        std::vector<DataRun> data = {}; ///< empty: all of the file, or not known yet
        qint64 next = 0; ///< first MiB that was not handed out yet
        std::vector<std::pair<qint64, qint64>> returned = {}; ///< first MiB and count of parts that were given back
        qint64 counted = 0; ///< bytes that done() has counted
        qint64 spared = 0; ///< bytes that an earlier run brought
        int open = 0; ///< parts that are handed out
        bool isSealing = false;
        bool isForgotten = false;
    };
    using FilePtr = std::shared_ptr<File>;
    struct Part
    {
        FilePtr file;
        qint64 first; ///< MiB
        qint64 count; ///< 0: setData() is needed first, or, of a queue without sizes, the file is to be sealed

        [[nodiscard]] qint64 bytes() const;
    };
    /// How many MiB a part has; larger files have larger parts.
    struct Sizes
    {
        qint64 least;
        qint64 most;
    };
    using AsksForHoles = bool (*)(const TreeEntry &file);
    enum class Waits { No, Yes };
    static constexpr size_t mostFiles = 50'000; ///< of a queue that seals each file by itself
    static constexpr qint64 anyMiB = std::numeric_limits<qint64>::max();

    /// A queue that seals all files in seal(). For files with \a asksForHoles, setData() has to tell where they have
    /// data; null: for none.
    PartQueue(RunContext &context, Sizes sizes, AsksForHoles asksForHoles = nullptr)
        : m_context(context), m_sizes(sizes), m_asksForHoles(asksForHoles)
    {
    }
    /// A queue whose lanes choose the size of parts, and seal each file.
    explicit PartQueue(RunContext &context) : m_context(context), m_sealsEach(true) { }

    void setSizes(Sizes sizes) { m_sizes = sizes; } ///< while no lane takes any

    /// False: there are mostFiles already, or the queue is closed. Does not wait: the caller has other sessions, which
    /// would time out.
    bool add(const TreeEntry &file);
    [[nodiscard]] bool isEmpty() const;
    void finish(); ///< no file is added any more
    void close(); ///< no part is handed out any more
    void pause(std::chrono::seconds time); ///< blocks for this time, or until the queue is closed

    /// A part of \a current, or of another file. None: there is no part now, or, with Waits::Yes, there will be none.
    [[nodiscard]] std::optional<Part> take(const FilePtr &current, qint64 mostMiB = anyMiB, Waits waits = Waits::No);
    void setData(const FilePtr &file, std::vector<DataRun> data); ///< result of dataRuns()
    /// Of a queue that seals each file: notes that a part is written. After the last part of a file: a part of 0 MiB.
    [[nodiscard]] std::optional<Part> done(const Part &part);
    void giveBack(const Part &part); ///< it was not written
    void forget(const FilePtr &file); ///< hands out no more parts, as it is sealed, or cannot be
    /// Files that were added and not forgotten.
    [[nodiscard]] std::vector<TreeEntry> takeLeft();
    /// At the end: sets lengths, permissions and times of whole files, and forgets all files.
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
    qsizetype m_taken = 0; // of m_files: so many have a lane
    bool m_isFinished = false;
    bool m_isClosed = false;
};

/// One lane of a queue: brings parts of one file after the other into a writer. One thread.
class PartLane
{
    Q_DISABLE_COPY_MOVE(PartLane)

public:
    /// Blocks until all parts are brought, or are with other lanes.
    [[nodiscard]] Result<void> run();

protected:
    PartLane(RunContext &context, PartQueue &parts, StageWriter &writer)
        : m_context(context), m_parts(parts), m_writer(writer)
    {
    }
    ~PartLane() = default;

    [[nodiscard]] virtual Result<void> begin() { return {}; } ///< called for each new file
    [[nodiscard]] virtual Result<void> bring(const PartQueue::Part &part) = 0; ///< of the current file, unless m_isBad
    [[nodiscard]] virtual Result<void> end() = 0; ///< called after the last part of the current file
    [[nodiscard]] Result<void> beginParts(); ///< in the writer
    [[nodiscard]] Result<void> endParts();
    [[nodiscard]] Result<void> told(int number); ///< a writer's result: an error of this file, or of all
    Result<void> spoil(const QString &words); ///< gives up the current file; always success
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
