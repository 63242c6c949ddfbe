// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/host/localsession.h"
#include "engine/storage/transfer/madefiles.h"
#include "engine/storage/transfer/sender.h"
#include "engine/storage/transfer/sourcelist.h"
#include "engine/storage/transfer/sourceremoval.h"
#include "engine/storage/transfer/stagedrun.h"
#include "engine/storage/transfer/treewalk.h"

#include <QElapsedTimer>

#include <thread>

namespace engine {

/// Brings trees of this computer into a folder of a machine: small files together, large ones in parts, both over
/// several sessions, into the stage, where they are verified and from where they are moved to their places. What is in
/// the stage, or in its place, already is not sent again: the machine's own list says so, whatever ended the run
/// before. One run; run() blocks, in a thread of its own.
class Upload final : public StagedRun
{
public:
    /// \a roundTrip to the machine, as far as it is known before a session is open.
    Upload(TransferPlan plan, OpenBulk open, std::chrono::microseconds roundTrip = {});

    /// Errors: NotFound of a source, CommandFailed or IoError (the target cannot be written, or is full), Unreachable,
    /// Canceled and those of a login.
    Result<void> run() override;
    Result<void> discard() override { return dropStage(m_sessions, m_context.plan, m_context.kept); }
    void abort() override;
    [[nodiscard]] quint64 movedBytes() const override
    {
        return m_sessions.movedBytes() + m_context.counters.bytesSummed + m_walked;
    }

private:
    [[nodiscard]] Result<void> findSources();
    [[nodiscard]] Result<void> begin();
    /// NotFound of a source that is gone: that nothing is left of it says nothing of what is there.
    Result<void> walk(const Take &take, const TreeWalk::Trouble &trouble);
    /// The same, for those who send: tells what cannot be sent.
    Result<void> walkToSend(const Take &take);
    void count(const std::stop_token &stop);
    [[nodiscard]] Result<void> sendAll();
    [[nodiscard]] Result<void> produce(WorkQueue<TreeBatch> &queue);
    [[nodiscard]] Result<void> produceNoting(TreeBatcher &batcher, const SourceList::Heard &note);
    [[nodiscard]] bool addFile(TreeBatcher &batcher, TreeEntry &&entry);
    [[nodiscard]] bool holdsStage(const TreeEntry &folder) const;
    [[nodiscard]] bool isAllInStream() const;
    [[nodiscard]] Result<void> work(size_t index, WorkQueue<TreeBatch> &queue);
    [[nodiscard]] Result<void> verify();
    [[nodiscard]] Result<void> bringFolders();
    Result<void> eachSource(const Take &take) override { return walk(take, {}); }
    Result<FileSums> sourceSums(const QByteArrayList &paths, const std::stop_token &stop) override;
    Result<void> bringAgain() override;
    Result<void> removePlaced(const FactSet &placed) override { return removeArrived(m_here, m_context, placed); }

    RunSessions m_sessions;
    std::chrono::microseconds m_roundTrip;
    LocalSession m_here;
    std::unique_ptr<Sender> m_sender;
    std::vector<TreeEntry> m_seen; // by count(), unless there is too much, or trouble
    QElapsedTimer m_sinceSeen;
    std::atomic<bool> m_isSeen = false; // both can be read
    QByteArrayList m_others; // in the stage: large files of other versions, which would show in holes
    std::atomic<bool> m_isProduced = false; // all parts are known, and those are gone
    std::atomic<bool> m_hasParts = false; // something large is to be sent
    SourceList m_newFolders; // as they were when what they hold was sent; they may be gone later
    std::atomic<bool> m_hasFailed = false; // one of the lanes
    std::atomic<quint64> m_walked = 0; // entries; to look at many takes long where the disk is slow
    MadeFiles m_made{m_context};
    bool m_isAgain = false; // only what arrived damaged is sent
};

} // namespace engine
