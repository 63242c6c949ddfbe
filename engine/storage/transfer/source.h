// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/filesums.h"
#include "engine/storage/transfer/partqueue.h"
#include "engine/storage/transfer/sourcelist.h"

namespace engine {

/// The giving side of a transfer, on a machine. Nothing that it says is believed. One thread; receive…() in one for
/// each lane, with a session and a writer of its own. Errors: CommandFailed (its list makes no sense), those of
/// sessions and the writers'.
class Source
{
    Q_DISABLE_COPY_MOVE(Source)

public:
    Source(RunContext &context, PartQueue::Sizes sizes, PartQueue::AsksForHoles asksForHoles = nullptr)
        : m_context(context), m_parts(context, sizes, asksForHoles)
    {
    }
    virtual ~Source() = default;

    /// Of the plan's names; each folder after what it holds.
    [[nodiscard]] virtual Result<void> list(SourceList &list, const SourceList::Take &take) = 0;

    /// Of a file that is brought in parts, before the first receiveParts(). What may be of it in the stage is of this
    /// version.
    void add(const TreeEntry &file) { m_parts.add(file); }
    [[nodiscard]] bool hasParts() const { return !m_parts.isEmpty(); }
    /// Blocks until the queue has ended. What the machine does not send, or sends otherwise than it listed it, stays
    /// out of the stage or does not look there as it was listed.
    [[nodiscard]] virtual Result<void> receiveTrees(BulkSession &session, StageWriter &writer,
                                                    WorkQueue<TreeBatch> &queue) = 0;
    /// Blocks until no part is left that another lane does not bring.
    [[nodiscard]] virtual Result<void> receiveParts(BulkSession &session, StageWriter &writer) = 0;
    /// When all have received: gives the large files their lengths, permissions and times, and forgets them.
    [[nodiscard]] Result<void> seal(StageWriter &writer) { return m_parts.seal(writer); }
    /// The files that are others by now, or gone, as they were listed, as far as that was not seen when they were read.
    [[nodiscard]] virtual Result<void> eachChanged(const SourceList &list, const SourceList::Take &take) = 0;

    /// How far its files' clock is from ours. Errors: the session's.
    [[nodiscard]] virtual Result<ClockOffset> clock() = 0;
    [[nodiscard]] virtual Result<FileSums> sums(const QByteArrayList &paths, const std::stop_token &stop) = 0;
    [[nodiscard]] virtual Result<QByteArray> readMade(const QByteArray &path) = 0; ///< MadeFiles::Read

    [[nodiscard]] virtual bool hasShell() const { return false; }

    // Of a move (sourceremoval.h).
    [[nodiscard]] virtual Result<void> checkApart() = 0;
    [[nodiscard]] virtual Result<void> removeArrived(const FactSet &placed) = 0;

protected:
    RunContext &m_context; // NOLINT: of all that derive
    PartQueue m_parts; // NOLINT: the same
};

/// Of a machine: by commands, or where it runs none, by SFTP. Errors: NotFound of a source, InvalidArgument of a name,
/// CommandFailed (the machine lacks a tool) and those of the session.
[[nodiscard]] Result<std::unique_ptr<Source>> openSource(const std::shared_ptr<BulkSession> &session,
                                                         RunContext &context);

} // namespace engine
