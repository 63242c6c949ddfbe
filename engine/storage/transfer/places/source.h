// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/here/filesums.h"
#include "engine/storage/transfer/places/sourcelist.h"
#include "engine/storage/transfer/wire/part/partqueue.h"
#include "engine/storage/transfer/wire/plan/runsessions.h"

namespace engine {

/// Reads a source over one session (a lane). One thread. Errors: the session's and the writer's.
class Reader
{
public:
    virtual ~Reader() = default;
    /// Blocks until the queue has ended. A file that cannot be read, or has changed since it was listed, is missing in
    /// the staging folder, or differs from the list there.
    [[nodiscard]] virtual Result<void> readTrees(WorkQueue<TreeBatch> &queue, StageWriter &writer) = 0;
    /// Blocks until all parts are read, or are with other lanes.
    [[nodiscard]] virtual Result<void> readParts(StageWriter &writer) = 0;
};

/// The source of a transfer. The output of a machine is not trusted. One thread; openReader(), and this computer's
/// list(), are for other threads, too. Errors: NotFound, CommandFailed (a list is malformed) and those of sessions.
class Source
{
    Q_DISABLE_COPY_MOVE(Source)

public:
    /// \a session is the first of \a sessions.
    Source(RunContext &context, RunSessions &sessions, std::shared_ptr<BulkSession> session, PartQueue::Sizes sizes,
           PartQueue::AsksForHoles asksForHoles = nullptr)
        : m_context(context), m_sessions(sessions), m_session(std::move(session)), m_parts(context, sizes, asksForHoles)
    {
    }
    virtual ~Source() = default;

    [[nodiscard]] virtual bool isHere() const { return false; } ///< on this computer, which is trusted
    [[nodiscard]] BulkSession &session() const { return *m_session; } ///< the first
    /// Lists the plan's sources. A machine lists each folder after its entries.
    [[nodiscard]] virtual Result<void> list(SourceList &list, const SourceList::Take &take) = 0;
    /// Before list(): whether an earlier list still holds, as SourceList::isCurrent(). False: it does not, or only a
    /// new list could tell.
    [[nodiscard]] virtual Result<bool> isCurrent(const SourceList & /*list*/) { return false; }

    /// Adds a file that is brought in parts, before the first readParts(). Bytes of it in the staging folder must be of
    /// this version.
    void add(const TreeEntry &file) { m_parts.add(file); }
    [[nodiscard]] bool hasParts() const { return !m_parts.isEmpty(); }
    virtual void setLanes(const Lanes & /*lanes*/) { } ///< before openReader()
    /// A reader with a session of its own; lane 0 uses session().
    [[nodiscard]] virtual Result<std::unique_ptr<Reader>> openReader(size_t lane) = 0;
    /// At the end: sets lengths, permissions and times of large files, and forgets them.
    [[nodiscard]] Result<void> seal(StageWriter &writer) { return m_parts.seal(writer); }
    /// When not all files arrived: checks whether the sources still exist. NotFound: one of this computer's sources is
    /// gone, or all of a machine's; then no single file has failed.
    [[nodiscard]] virtual Result<void> checkSources() { return {}; }
    /// Calls \a take with files that changed or vanished since they were listed, unless that was noticed at reading.
    [[nodiscard]] virtual Result<void> eachChanged(const SourceList &list, const SourceList::Take &take) = 0;

    /// Offset of the clock that stamps its files. Errors: the session's.
    [[nodiscard]] virtual Result<ClockOffset> clock() = 0;
    [[nodiscard]] virtual Result<FileSums> sums(const QByteArrayList &paths, const std::stop_token &stop) = 0;
    [[nodiscard]] virtual Result<QByteArray> readGenerated(const QByteArray &path) = 0; ///< GeneratedFiles::Read

    [[nodiscard]] virtual bool hasShell() const { return false; } ///< of a machine

    // For a move (sourceremoval.h).
    [[nodiscard]] virtual Result<void> checkApart() = 0;
    [[nodiscard]] virtual Result<void> removeArrived(const FactSet &placed) = 0;

protected:
    [[nodiscard]] Result<std::shared_ptr<BulkSession>> sessionOf(size_t lane)
    {
        return lane == 0 ? Result<std::shared_ptr<BulkSession>>(m_session) : m_sessions.open();
    }

    // NOLINTBEGIN: for derived classes
    RunContext &m_context;
    RunSessions &m_sessions;
    std::shared_ptr<BulkSession> m_session;
    PartQueue m_parts;
    // NOLINTEND
};

/// Opens the source of this computer, or of a machine: by commands, or by SFTP if it runs none. Errors: NotFound of a
/// source, InvalidArgument of a name, CommandFailed (the machine lacks a tool) and those of the session.
[[nodiscard]] Result<std::unique_ptr<Source>> openSource(RunContext &context, RunSessions &sessions,
                                                         const std::shared_ptr<BulkSession> &session, bool isHere);

} // namespace engine
