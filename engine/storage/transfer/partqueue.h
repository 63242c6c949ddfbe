// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/dataruns.h"
#include "engine/storage/transfer/runcontext.h"
#include "engine/storage/transfer/stagewriter.h"

#include <deque>

namespace engine {

/// Hands the parts of large files to several sessions, but for what the journal knows as done, and for holes. Add the
/// files first; then any thread.
class PartQueue final
{
    Q_DISABLE_COPY_MOVE(PartQueue)

public:
    struct Part
    {
        size_t file;
        qint64 first; ///< MiB
        qint64 count; ///< 0: it must be known first where that file has data
    };
    /// What one session is given at a time, in MiB: more of larger files.
    struct Sizes
    {
        qint64 least;
        qint64 most;
    };
    using AsksForHoles = bool (*)(const TreeEntry &file);

    /// Of files for which \a asksForHoles, setData() tells where they have data; null: of none.
    PartQueue(RunContext &context, Sizes sizes, AsksForHoles asksForHoles = nullptr)
        : m_context(context), m_sizes(sizes), m_asksForHoles(asksForHoles)
    {
    }

    void add(const TreeEntry &file) { m_files.push_back({file}); }
    [[nodiscard]] bool isEmpty() const { return m_files.empty(); }
    [[nodiscard]] const TreeEntry &file(size_t index) const { return m_files.at(index).entry; }
    [[nodiscard]] std::optional<Part> take(); ///< what nobody was given yet
    void setData(size_t index, std::vector<DataRun> data); ///< as dataRuns() says
    void spoil(size_t index); ///< nothing more of it is handed out
    /// When all is through: gives the files that are whole their lengths, permissions and times, and forgets all.
    [[nodiscard]] Result<void> seal(StageWriter &writer);

private:
    struct File
    {
        TreeEntry entry;
        std::vector<DataRun> data = {}; ///< none: all of it, or nobody was asked yet
        qint64 next = 0; ///< MiB that nobody was given yet
        bool isBad = false;
    };

    [[nodiscard]] std::optional<Part> takeOf(size_t index);
    [[nodiscard]] bool isWhole(const File &file) const; // each part of it was noted

    RunContext &m_context;
    Sizes m_sizes;
    AsksForHoles m_asksForHoles;
    std::mutex m_mutex; // of what follows
    std::deque<File> m_files;
    size_t m_current = 0;
};

/// What a lane brings of a queue: parts of one file after the other, by a writer. One thread.
class PartLane
{
    Q_DISABLE_COPY_MOVE(PartLane)

protected:
    PartLane(RunContext &context, PartQueue &parts, StageWriter &writer)
        : m_context(context), m_parts(parts), m_writer(writer)
    {
    }
    ~PartLane() = default;

    void turnTo(size_t index);
    [[nodiscard]] Result<void> beginParts(); ///< in the writer
    [[nodiscard]] Result<void> endParts();
    [[nodiscard]] Result<void> told(int number); ///< by the writer: of this file, or of all
    Result<void> spoil(const QString &words); ///< no more of this file is brought; no error
    [[nodiscard]] QByteArray there() const { return m_context.nameThere(m_entry.path); }

    // NOLINTBEGIN: of all that derive
    RunContext &m_context;
    PartQueue &m_parts;
    StageWriter &m_writer;
    std::optional<size_t> m_index; // of the file
    TreeEntry m_entry;
    bool m_isBad = false;
    bool m_isOpen = false; // in the writer
    // NOLINTEND
};

} // namespace engine
