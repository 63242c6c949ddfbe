// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/here/filesums.h"
#include "engine/storage/transfer/places/sourcelist.h"
#include "engine/storage/transfer/wire/part/partqueue.h"
#include "engine/storage/transfer/wire/plan/runsessions.h"

namespace engine {

/// One lane of a source. One thread. Errors: those of the session and the writer's.
class Reader
{
public:
    virtual ~Reader() = default;
    /// Blocks until the queue has ended. What the source does not give, or gives otherwise than it listed it, stays out
    /// of the stage or does not look there as it was listed.
    [[nodiscard]] virtual Result<void> readTrees(WorkQueue<TreeBatch> &queue, StageWriter &writer) = 0;
    /// Blocks until no part is left that another lane does not bring.
    [[nodiscard]] virtual Result<void> readParts(StageWriter &writer) = 0;
};

/// The giving side of a transfer. Nothing that a machine says is believed. One thread but for openReader(); of this
/// computer also but for list(). Errors: NotFound, CommandFailed (a list makes no sense) and those of sessions.
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

    [[nodiscard]] virtual bool isHere() const { return false; } ///< on this computer, which is believed
    [[nodiscard]] BulkSession &session() const { return *m_session; } ///< the first
    /// Of the plan's names; a machine's: each folder after what it holds.
    [[nodiscard]] virtual Result<void> list(SourceList &list, const SourceList::Take &take) = 0;
    /// Whether a list that was made before is good for this one: see SourceList::isOfNow(). Before list(). False where
    /// nothing tells it without a list of all.
    [[nodiscard]] virtual Result<bool> isOfNow(const SourceList & /*list*/) { return false; }

    /// Of a file that is brought in parts, before the first readParts(). What may be of it in the stage is of this
    /// version.
    void add(const TreeEntry &file) { m_parts.add(file); }
    [[nodiscard]] bool hasParts() const { return !m_parts.isEmpty(); }
    virtual void setLanes(const Lanes & /*lanes*/) { } ///< before the first reader: of those to come
    /// For one lane; the session of the first is there already.
    [[nodiscard]] virtual Result<std::unique_ptr<Reader>> openReader(size_t lane) = 0;
    /// When all have read: gives the large files their lengths, permissions and times, and forgets them.
    [[nodiscard]] Result<void> seal(StageWriter &writer) { return m_parts.seal(writer); }
    /// That the sources are still there, when not all of them arrived: else no file of its own has failed. NotFound: of
    /// this computer one of the names is gone, of a machine all are.
    [[nodiscard]] virtual Result<void> checkThere() { return {}; }
    /// The files that are others by now, or gone, as they were listed, as far as that was not seen when they were read.
    [[nodiscard]] virtual Result<void> eachChanged(const SourceList &list, const SourceList::Take &take) = 0;

    /// How far its files' clock is from ours. Errors: the session's.
    [[nodiscard]] virtual Result<ClockOffset> clock() = 0;
    [[nodiscard]] virtual Result<FileSums> sums(const QByteArrayList &paths, const std::stop_token &stop) = 0;
    [[nodiscard]] virtual Result<QByteArray> readMade(const QByteArray &path) = 0; ///< MadeFiles::Read

    [[nodiscard]] virtual bool hasShell() const { return false; } ///< of a machine

    // Of a move (sourceremoval.h).
    [[nodiscard]] virtual Result<void> checkApart() = 0;
    [[nodiscard]] virtual Result<void> removeArrived(const FactSet &placed) = 0;

protected:
    [[nodiscard]] Result<std::shared_ptr<BulkSession>> sessionOf(size_t lane)
    {
        return lane == 0 ? Result<std::shared_ptr<BulkSession>>(m_session) : m_sessions.open();
    }

    // NOLINTBEGIN: of all that derive
    RunContext &m_context;
    RunSessions &m_sessions;
    std::shared_ptr<BulkSession> m_session;
    PartQueue m_parts;
    // NOLINTEND
};

/// Of this computer; of a machine: by commands, or where it runs none, by SFTP. Errors: NotFound of a source,
/// InvalidArgument of a name, CommandFailed (the machine lacks a tool) and those of the session.
[[nodiscard]] Result<std::unique_ptr<Source>> openSource(RunContext &context, RunSessions &sessions,
                                                         const std::shared_ptr<BulkSession> &session, bool isHere);

} // namespace engine
