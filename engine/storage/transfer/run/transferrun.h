// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/here/madefiles.h"
#include "engine/storage/transfer/places/source.h"
#include "engine/storage/transfer/run/sumcheck.h"
#include "engine/storage/transfer/run/way.h"

#include <thread>

namespace engine {

/// Brings trees of this computer or of a machine into a folder of another of them, or of itself. Between two machines
/// the bytes pass through this computer, and are not kept, but for those of large files where the machines reach each
/// other; within one that has a shell (this computer may be it) they never leave it, and a move is a new name where
/// that will do. Small files come together, large ones in parts, over several sessions, into the stage, where they are
/// verified and from where they are moved to their places. What is in the stage, or in its place, already is not
/// brought again. Nothing that a machine says is believed: nothing is written outside the stage, and nothing takes its
/// place that is not as it was listed. One run; run() blocks, in a thread of its own.
class TransferRun final : public RunningTransfer
{
public:
    enum class Into { Itself, Machine, Here };
    /// No \a source: this computer into a machine. \a roundTrip: to another machine, as far as it is known before a
    /// session is open.
    TransferRun(TransferPlan plan, const OpenBulk &source, Into into, const OpenBulk &target = {},
                std::chrono::microseconds roundTrip = {});

    /// Before run(): what a preview has listed of the same sources. It is gone by, as of then, unless anything came,
    /// went, or got another name since. What was changed in its place is found when it is read, and what looked the
    /// same at the target then counts as the same.
    void goBy(std::unique_ptr<SourceList> list) { m_before = std::move(list); }
    [[nodiscard]] bool wasListedBefore() const override { return m_wasListedBefore; }

    /// Errors: NotFound of a source, InvalidArgument (a name; the target is in a source), IoError or CommandFailed (the
    /// target cannot be written, or is full; a machine lacks a tool, or its list makes no sense), Unreachable, Canceled
    /// and those of a login.
    Result<void> run() override;
    Result<void> discard() override;
    void abort() override;
    void setRate(qint64 bytesPerSecond) override { m_context.pacer.setRate(bytesPerSecond); }
    [[nodiscard]] const TransferCounters &counters() const override { return m_context.counters; }
    [[nodiscard]] const FailedFiles &failed() const override { return m_context.failed; }
    [[nodiscard]] const NamedFiles &noted() const override { return m_context.noted; }
    [[nodiscard]] QList<TrashedFile> replaced() const override { return m_context.kept.get(); }
    [[nodiscard]] Message way() const override { return m_context.way.get(); }
    [[nodiscard]] quint64 movedBytes() const override
    {
        return m_sources.movedBytes() + m_targets.movedBytes() + m_context.counters.bytesSummed + m_entries;
    }

private:
    using Take = std::function<bool(TreeEntry &)>;

    // The steps.
    [[nodiscard]] Result<void> begin();
    [[nodiscard]] Result<void> look();
    [[nodiscard]] Result<void> compareSums();
    [[nodiscard]] Result<void> bring();
    [[nodiscard]] Result<void> checkThere();
    [[nodiscard]] Result<void> verifySums();
    [[nodiscard]] Result<void> verify();
    [[nodiscard]] Result<void> bringFolders();
    [[nodiscard]] Result<void> place();
    [[nodiscard]] Result<void> removeSources();

    void beginList();
    [[nodiscard]] Result<void> listSources();
    [[nodiscard]] Result<void> endList();
    [[nodiscard]] Result<void> askForClock();
    [[nodiscard]] SumCheck sumCheck();
    [[nodiscard]] Result<void> removeOthers();
    [[nodiscard]] Result<void> bringWanted();
    [[nodiscard]] std::unique_ptr<Way> wayBetween(); ///< its two ends
    [[nodiscard]] Result<void> eachWanted(const Way::Take &take);
    [[nodiscard]] bool holdsStage(const TreeEntry &folder) const;
    [[nodiscard]] bool isSound(const TreeEntry &entry) const;
    [[nodiscard]] Result<void> eachSource(const Take &take) const ///< EachSource
    {
        return m_list ? m_list->each(take) : Result<void>();
    }

    RunContext m_context;
    bool m_isFromHere;
    bool m_isIntoHere;
    std::chrono::microseconds m_roundTrip;
    RunSessions m_sources, m_targets;
    std::unique_ptr<Source> m_source; // from begin() on
    std::unique_ptr<Stage> m_stage; // the same
    std::unique_ptr<SourceList> m_list;
    std::unique_ptr<SourceList> m_before; // until it is seen to be of use
    bool m_wasListedBefore = false;
    MadeFiles m_made{m_context};
    FactSet m_files, m_links; // of the list, where it may lead out of the stage
    std::atomic<quint64> m_entries = 0; // of the list; to look at many takes long where the disk is slow
    Result<void> m_listed;
    std::jthread m_lister; // last: it uses the rest
};

} // namespace engine
