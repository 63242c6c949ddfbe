// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/here/generatedfiles.h"
#include "engine/storage/transfer/run/sourcelisting.h"
#include "engine/storage/transfer/run/sumcheck.h"
#include "engine/storage/transfer/run/transport.h"

namespace engine {

/// Brings trees of this computer or of a machine to another of them, or to another folder of the same.
///
/// Files go into a staging folder in the target, where they are verified, and are then moved to their places. Files
/// that are in the staging folder, or in their places, already are not sent. Small files are sent together, large ones
/// in parts, over several sessions. Between two machines the bytes pass through this computer, unless the machines
/// reach each other. Within a machine that has a shell the bytes stay there, and a move only renames where it can.
///
/// Lists of a machine are not trusted: nothing is written outside the staging folder, and a file that differs from the
/// source's list is not moved to its place. One run; run() blocks, in a thread of its own.
class TransferRun final : public RunningTransfer
{
public:
    enum class Into { Itself, Machine, Here };
    /// Without \a source: from this computer to a machine. \a roundTrip: to another machine, as far as it is known
    /// before a session is open.
    TransferRun(TransferPlan plan, const OpenBulk &source, Into into, const OpenBulk &target = {},
                std::chrono::microseconds roundTrip = {});

    /// Before run(): a preview's list of the same sources. It is used unless an entry was added, removed or renamed
    /// since. A file that changed since is noticed when it is read; one that was equal at the target counts as equal.
    void useList(std::unique_ptr<SourceList> list) { m_listing.setEarlier(std::move(list)); }
    [[nodiscard]] bool wasListedBefore() const override { return m_listing.usesEarlier(); }

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
    [[nodiscard]] Message route() const override { return m_context.route.get(); }
    [[nodiscard]] quint64 movedBytes() const override
    {
        return m_sources.movedBytes() + m_targets.movedBytes() + m_context.counters.bytesSummed + m_listing.entries();
    }

private:
    using Take = std::function<bool(TreeEntry &)>;

    // The steps.
    [[nodiscard]] Result<void> begin();
    [[nodiscard]] Result<void> look();
    [[nodiscard]] Result<void> compareSums();
    [[nodiscard]] Result<void> bring();
    [[nodiscard]] Result<void> checkSources();
    [[nodiscard]] Result<void> verifySums();
    [[nodiscard]] Result<void> verify();
    [[nodiscard]] Result<void> bringFolders();
    [[nodiscard]] Result<void> place();
    [[nodiscard]] Result<void> removeSources();

    [[nodiscard]] Result<void> askForClock();
    [[nodiscard]] SumCheck sumCheck();
    [[nodiscard]] Result<void> removeOthers();
    [[nodiscard]] Result<void> bringWanted();
    [[nodiscard]] std::unique_ptr<Transport> makeTransport(); ///< source and target
    [[nodiscard]] Result<void> eachWanted(const Transport::Take &take);
    [[nodiscard]] bool holdsStage(const TreeEntry &folder) const;

    RunContext m_context;
    bool m_isFromHere;
    bool m_isIntoHere;
    RunSessions m_sources, m_targets;
    std::unique_ptr<Source> m_source; // from begin() on
    std::unique_ptr<Stage> m_stage; // from begin() on
    GeneratedFiles m_generated{m_context};
    SourceListing m_listing; // last: its thread uses the other members
};

} // namespace engine
