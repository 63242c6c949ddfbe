// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/run/transferrun.h"

#include "engine/api/paths.h"
#include "engine/ssh/connect/connectionerrors.h"
#include "engine/storage/transfer/places/here/herestage.h"
#include "engine/storage/transfer/run/directtransport.h"
#include "engine/storage/transfer/run/machinecopier.h"
#include "engine/storage/transfer/run/transferruns.h"
#include "engine/storage/transfer/wire/plan/placednote.h"
#include "engine/storage/transfer/wire/tree/manifest.h"

#include <QDeadlineTimer>

#include <unistd.h>

namespace engine {

TransferRun::TransferRun(TransferPlan plan, const OpenBulk &source, Into into, const OpenBulk &target,
                         std::chrono::microseconds roundTrip)
    : m_context(std::move(plan)), m_isFromHere(!source), m_isIntoHere(into == Into::Here),
      m_sources(source ? source : bulkTo({})), m_targets(into == Into::Itself ? source : target),
      m_listing(m_context, m_sources, m_targets, roundTrip)
{
    TransferPlan &own = m_context.plan;
    m_context.isWithin = into == Into::Itself; // until it is known whether the machine has a shell
    own.isBeside = m_context.isWithin && own.folder == own.target && own.conflicts == ConflictRule::KeepBoth
        && !own.removesSources;
}

void TransferRun::abort()
{
    m_context.pacer.stop();
    m_sources.abort();
    m_targets.abort();
}

Result<void> TransferRun::run()
{
    using Step = Result<void> (TransferRun::*)();
    Result<void> done;
    const auto take = [&](Step step) {
        if (done)
            done = m_sources.isAborted() ? Result<void>(connectionClosed()) : (this->*step)();
    };
    const auto hasSources = [this] { return !m_context.plan.names.isEmpty(); };
    take(&TransferRun::begin);
    for (const Step step :
         {&TransferRun::look, &TransferRun::compareSums, &TransferRun::bring, &TransferRun::checkSources,
          &TransferRun::verifySums, &TransferRun::verify, &TransferRun::bringFolders}) {
        if (hasSources())
            take(step);
    }
    if (m_stage)
        take(&TransferRun::place);
    if (hasSources())
        take(&TransferRun::removeSources);
    if (!done && done.error().code == ErrorCode::InvalidArgument)
        (void)discard(); // no later run of this plan can succeed
    if (!done && m_sources.isAborted())
        done = connectionClosed();
    if (!done && m_listing.isRunning())
        m_sources.abort(); // ends the listing of this computer's files
    (void)m_listing.end();
    if (done) {
        m_sources.keep();
        m_targets.keep();
    }
    return done;
}

Result<void> TransferRun::discard()
{
    return m_isIntoHere ? HereStage::drop(m_context.plan, m_context.kept)
                        : dropStage(m_targets, m_context.plan, m_context.kept);
}

Result<void> TransferRun::begin()
{
    auto session = m_sources.open();
    if (!session)
        return session.error();
    const auto named = m_context.isWithin ? bringByRenaming(m_context, **session, m_targets, m_stage) : Result<void>();
    if (!named || m_context.plan.names.isEmpty())
        return named;
    auto source = openSource(m_context, m_sources, *session, m_isFromHere);
    if (!source)
        return source.error();
    m_source = *std::move(source);
    if (m_context.plan.names.isEmpty()) { // no source is left, as an earlier run removed them all
        m_context.counters.isCounted = true;
        m_stage.reset();
        return discard();
    }
    if (const auto checked = m_listing.checkEarlier(*m_source); !checked)
        return checked;
    if (m_source->isHere())
        m_listing.begin(*m_source, true); // needs no session, and shows early whether several logins are needed
    if (!m_stage) {
        auto stage = openStage(m_context, m_targets, *session, m_isIntoHere);
        if (!stage)
            return stage.error();
        m_stage = *std::move(stage);
    }
    return m_context.plan.removesSources ? m_source->checkApart() : Result<void>();
}

// This computer lists its sources while the target lists its own files. The list of a machine is used once it is whole.
Result<void> TransferRun::look()
{
    m_context.counters.isQuiet = true; // a large tree takes long to list
    Result<void> looked = m_context.isWithin ? m_stage->look() : Result<void>();
    if (!m_source->isHere())
        m_listing.begin(*m_source, m_stage->guardsItself());
    if (!m_context.isWithin)
        looked = m_stage->look();
    const auto listed = m_source->isHere() ? Result<void>() : m_listing.end();
    m_context.counters.isQuiet = false;
    return listed ? looked : listed;
}

// The target machine may be this computer, or share its home folder.
bool TransferRun::holdsStage(const TreeEntry &folder) const
{
    const TransferPlan &plan = m_context.plan;
    return m_source->isHere()
        && ::access(QByteArray(plan.folder + '/' + folder.path + '/' + plan.stage).constData(), F_OK) == 0;
}

Result<void> TransferRun::eachWanted(const Transport::Take &take)
{
    Result<void> taken;
    const auto listed = m_listing.each([&](TreeEntry &entry) {
        if (!m_listing.isSound(entry) || m_sources.isAborted()) {
            taken = m_sources.isAborted() ? connectionClosed() : ManifestReader::nonsense();
            return false;
        }
        if (entry.kind == EntryKind::Folder && holdsStage(entry)) {
            taken = targetInSource(m_context.plan);
            return false;
        }
        if (entry.kind == EntryKind::Folder || !m_context.state.isWanted(entry))
            return true;
        const QByteArray name = m_context.targetPath(entry.path);
        if (name != entry.path && m_listing.hasLink(name)) // the file would be written through the link
            m_context.failed.add(entry.path, QStringLiteral("a link has the name that it gets there"));
        else if (!m_generated.take(entry))
            taken = take(entry, name);
        return bool(taken);
    });
    if (taken && listed)
        (void)m_listing.end(); // all entries were taken, so the thread is about to end
    return taken ? listed : taken;
}

// A copy needs the clock only where the target has files to compare.
Result<void> TransferRun::askForClock()
{
    const TransferPlan &plan = m_context.plan;
    TargetState &state = m_context.state;
    const bool isOfUse = plan.removesSources || state.existing.size() > 0 || state.staged.size() > 0;
    if (plan.unsettled.isEmpty() || !isOfUse)
        return {};
    const auto clock = m_source->clock();
    if (!clock)
        return clock.error();
    state.bytes.setUnsettled(spansThere(plan.unsettled, *clock));
    return {};
}

SumCheck TransferRun::sumCheck()
{
    return SumCheck(
        m_context, *m_stage, [this](const Take &take) { return m_listing.each(take); },
        [this](const QByteArrayList &paths, const std::stop_token &stop) { return m_source->sums(paths, stop); });
}

Result<void> TransferRun::compareSums()
{
    const auto asked = askForClock();
    return asked && m_context.state.bytes.isNeeded() ? sumCheck().compare() : asked;
}

Result<void> TransferRun::bring()
{
    const Result<void> removed = m_context.state.staged.size() == 0 ? Result<void>() : removeOthers();
    return removed ? bringWanted() : removed;
}

Result<void> TransferRun::bringWanted()
{
    const auto brought = makeTransport()->bring([this](const Transport::Take &take) { return eachWanted(take); });
    return brought
        ? m_generated.bring(*m_stage, [this](const QByteArray &path) { return m_source->readGenerated(path); })
        : brought;
}

std::unique_ptr<Transport> TransferRun::makeTransport()
{
    if (m_context.isWithin)
        return std::make_unique<MachineCopier>(m_context, m_source->session());
    if (m_context.plan.targetAddress && m_source->hasShell() && m_stage->hasShell())
        return std::make_unique<DirectTransport>(m_context, *m_source, *m_stage, m_sources, m_targets);
    return std::make_unique<LaneTransport>(m_context, *m_source, *m_stage);
}

// Removes files of an earlier run that are in the way of folders, and other versions of large files, whose bytes would
// show in holes.
Result<void> TransferRun::removeOthers()
{
    constexpr std::chrono::seconds awakeFor{10};
    const TargetState &state = m_context.state;
    QByteArrayList others;
    QDeadlineTimer awake(awakeFor);
    const auto listed = m_listing.each([&](TreeEntry &entry) {
        if (awake.hasExpired()) { // this computer may list for long
            m_stage->keepAwake();
            awake.setRemainingTime(awakeFor);
        }
        const bool isFolder = entry.kind == EntryKind::Folder;
        if (!isFolder && !m_context.isForParts(entry) && !DirectTransport::takes(entry))
            return true;
        const TreeEntry there = isFolder ? entry : state.entries.atTarget(entry);
        const bool isThere = isFolder ? state.staged.contains(there) : state.isStaged(entry);
        const bool isOther = state.staged.containsPath(there.path) && !isThere;
        if (isOther && (isFolder || m_context.startsAnew(entry, there.path)))
            others.append(there.path);
        return true;
    });
    return listed ? m_stage->remove(others) : listed;
}

// If a disk was removed, no single file has failed: the staging folder stays for the next run.
Result<void> TransferRun::checkSources()
{
    const TransferCounters &counters = m_context.counters;
    const bool isAllBrought = counters.filesDone + counters.filesKept >= counters.filesTotal;
    return m_context.isWithin || isAllBrought ? Result<void>() : m_source->checkSources();
}

Result<void> TransferRun::verifySums()
{
    return m_context.plan.comparesChecksums ? sumCheck().verify([this] { return bringWanted(); }) : Result<void>();
}

Result<void> TransferRun::verify()
{
    m_context.counters.isQuiet = true;
    FactSet changed;
    const auto take = [&](const TreeEntry &entry) {
        if (!GeneratedFiles::has(m_context.plan, entry)) // their times change with each look
            changed.add(m_context.state.entries.atTarget(entry));
    };
    if (const auto found = m_source->eachChanged(m_listing.list(), take); !found)
        return found;
    changed.seal();
    const auto verified = m_stage->verify([this](const Take &next) { return m_listing.each(next); }, changed);
    m_context.counters.isQuiet = false;
    return verified;
}

Result<void> TransferRun::bringFolders()
{
    return m_stage->bringFolders([this](const Take &take) {
        return m_listing.each([&](TreeEntry &entry) {
            return entry.kind != EntryKind::Folder || m_context.state.existing.contains(entry) || take(entry);
        });
    });
}

Result<void> TransferRun::place()
{
    return m_stage->placeAll([this](const Take &take) { return m_listing.each(take); });
}

Result<void> TransferRun::removeSources()
{
    if (!m_context.plan.removesSources)
        return {};
    m_context.counters.isQuiet = true;
    if (const auto noted = notePlaced(m_context.plan); !noted)
        return noted;
    if (const auto proven = sumCheck().prove(); !proven)
        return proven;
    FactSet placed;
    if (m_context.plan.comparesChecksums)
        placed.compareWith(m_context.state.existing);
    if (const auto listed = m_stage->list(placed); !listed)
        return listed;
    return m_source->removeArrived(placed);
}

} // namespace engine
