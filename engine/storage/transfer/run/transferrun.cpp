// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/run/transferrun.h"

#include "engine/api/paths.h"
#include "engine/ssh/connect/connectionerrors.h"
#include "engine/storage/transfer/places/here/herestage.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/run/directway.h"
#include "engine/storage/transfer/run/transferruns.h"
#include "engine/storage/transfer/run/withincopier.h"
#include "engine/storage/transfer/wire/plan/placednote.h"
#include "engine/storage/transfer/wire/tree/manifest.h"

#include <QDeadlineTimer>

#include <unistd.h>

namespace engine {

namespace {

Error targetInSource(const TransferPlan &plan)
{
    const QString target = pathFromBytes(plan.target);
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "%1 is in what shall be brought there."), {shownPath(target)}},
            target};
}

} // namespace

TransferRun::TransferRun(TransferPlan plan, const OpenBulk &source, Into into, const OpenBulk &target,
                         std::chrono::microseconds roundTrip)
    : m_context(std::move(plan)), m_isFromHere(!source), m_isIntoHere(into == Into::Here), m_roundTrip(roundTrip),
      m_sources(source ? source : bulkTo({})), m_targets(into == Into::Itself ? source : target)
{
    TransferPlan &own = m_context.plan;
    m_context.isWithin = into == Into::Itself; // as far as it is known by now
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
         {&TransferRun::look, &TransferRun::compareSums, &TransferRun::bring, &TransferRun::checkThere,
          &TransferRun::verifySums, &TransferRun::verify, &TransferRun::bringFolders}) {
        if (hasSources())
            take(step);
    }
    if (m_stage)
        take(&TransferRun::place);
    if (hasSources())
        take(&TransferRun::removeSources);
    if (!done && done.error().code == ErrorCode::InvalidArgument)
        (void)discard(); // it makes no sense, and never will
    if (!done && m_sources.isAborted())
        done = connectionClosed();
    if (!done && m_lister.joinable())
        m_sources.abort(); // nobody wants to know any more what this computer has
    (void)endList();
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
    const auto named = m_context.isWithin ? bringByNames(m_context, **session, m_targets, m_stage) : Result<void>();
    if (!named || m_context.plan.names.isEmpty())
        return named;
    auto source = openSource(m_context, m_sources, *session, m_isFromHere);
    if (!source)
        return source.error();
    m_source = *std::move(source);
    if (m_context.plan.names.isEmpty()) { // nothing is left of them, or an earlier run removed them all
        m_context.counters.isCounted = true;
        m_stage.reset();
        return discard();
    }
    if (m_before) {
        m_context.counters.isQuiet = true;
        const auto isOfNow = m_source->isOfNow(*m_before);
        m_context.counters.isQuiet = false;
        if (!isOfNow)
            return isOfNow.error();
        m_wasListedBefore = *isOfNow;
    }
    if (m_source->isHere())
        beginList(); // it takes no session, and tells whether logins shall begin early
    if (!m_stage) {
        auto stage = openStage(m_context, m_targets, *session, m_isIntoHere);
        if (!stage)
            return stage.error();
        m_stage = *std::move(stage);
    }
    return m_context.plan.removesSources ? m_source->checkApart() : Result<void>();
}

void TransferRun::beginList()
{
    m_list = m_wasListedBefore ? std::move(m_before) : std::make_unique<SourceList>(m_context.plan);
    m_lister = std::jthread([this] { m_listed = listSources(); });
}

// Where the way is long, a login takes long, and much needs several: they begin while it is still looked what is there
// (that it is long is known from the host's own login).
Result<void> TransferRun::listSources()
{
    TransferCounters &counters = m_context.counters;
    const bool mayLeadOut = !m_source->isHere() && !m_stage->guardsItself();
    bool isPrepared = !m_source->isHere() || !isFarWay(m_roundTrip); // else they would idle while a machine lists
    bool holdsTarget = false;
    const auto take = [&](const TreeEntry &entry) {
        const bool isFolder = entry.kind == EntryKind::Folder;
        ++m_entries;
        counters.filesTotal += !isFolder;
        counters.bytesTotal += entry.size;
        if (!isPrepared && isMuch(counters.filesTotal, counters.bytesTotal)) {
            m_targets.prepare(lanesFor(m_roundTrip).sessions);
            isPrepared = true;
        }
        if (isFolder)
            m_context.state.folders.add(entry);
        else if (entry.kind != EntryKind::Other && mayLeadOut)
            (entry.kind == EntryKind::Link ? m_links : m_files).add(entry);
        holdsTarget = holdsTarget || (!m_source->isHere() && lastPart(entry.path) == m_context.plan.stage);
        return !m_sources.isAborted();
    };
    const auto listed = m_wasListedBefore ? m_list->each(take) : m_source->list(*m_list, take);
    m_context.state.folders.seal();
    m_files.seal();
    m_links.seal();
    counters.isCounted = bool(listed);
    return listed && holdsTarget ? Result<void>(targetInSource(m_context.plan)) : listed;
}

Result<void> TransferRun::endList()
{
    if (m_lister.joinable())
        m_lister.join();
    return m_listed;
}

// The target looks what it has while the source lists what it has itself. What a machine lists counts once it is whole.
Result<void> TransferRun::look()
{
    m_context.counters.isQuiet = true; // to list a large tree takes both of them long
    Result<void> looked = m_context.isWithin ? m_stage->look() : Result<void>();
    if (!m_source->isHere())
        beginList();
    if (!m_context.isWithin)
        looked = m_stage->look();
    const auto listed = m_source->isHere() ? Result<void>() : endList();
    m_context.counters.isQuiet = false;
    return listed ? looked : listed;
}

// The machine may be this computer, or have its files by a shared home.
bool TransferRun::holdsStage(const TreeEntry &folder) const
{
    const TransferPlan &plan = m_context.plan;
    return m_source->isHere()
        && ::access(QByteArray(plan.folder + '/' + folder.path + '/' + plan.stage).constData(), F_OK) == 0;
}

// A list in which something lies below a link, or what is of one kind is also of another, could lead out of the stage.
bool TransferRun::isSound(const TreeEntry &entry) const
{
    if (m_source->isHere() || m_stage->guardsItself())
        return true;
    const QByteArray above = beforeLastPart(entry.path);
    return (above.isEmpty() || m_context.state.folders.containsPath(above))
        && (entry.kind == EntryKind::File || !m_files.containsPath(entry.path))
        && (entry.kind == EntryKind::Link || !m_links.containsPath(entry.path));
}

Result<void> TransferRun::eachWanted(const Way::Take &take)
{
    Result<void> taken;
    const auto listed = m_list->each([&](TreeEntry &entry) {
        if (!isSound(entry) || m_sources.isAborted()) {
            taken = m_sources.isAborted() ? connectionClosed() : ManifestReader::nonsense();
            return false;
        }
        if (entry.kind == EntryKind::Folder && holdsStage(entry)) {
            taken = targetInSource(m_context.plan);
            return false;
        }
        if (entry.kind == EntryKind::Folder || !m_context.state.isWanted(entry))
            return true;
        const QByteArray name = m_context.nameThere(entry.path);
        if (name != entry.path && m_links.containsPath(name)) // it would be written through that
            m_context.failed.add(entry.path, QStringLiteral("a link has the name that it gets there"));
        else if (!m_made.take(entry))
            taken = take(entry, name);
        return bool(taken);
    });
    if (taken && listed)
        (void)endList(); // this computer's may have gone on until now
    return taken ? listed : taken;
}

// Where nothing is there that may have to be compared, a copy goes without.
Result<void> TransferRun::askForClock()
{
    const TransferPlan &plan = m_context.plan;
    TargetState &state = m_context.state;
    const bool isOfUse = plan.removesSources || state.there.size() > 0 || state.staged.size() > 0;
    if (plan.unsettled.isEmpty() || !isOfUse)
        return {};
    const auto clock = m_source->clock();
    if (!clock)
        return clock.error();
    state.setUnsettled(spansThere(plan.unsettled, *clock));
    return {};
}

SumCheck TransferRun::sumCheck()
{
    return SumCheck(
        m_context, *m_stage, [this](const Take &take) { return eachSource(take); },
        [this](const QByteArrayList &paths, const std::stop_token &stop) { return m_source->sums(paths, stop); });
}

Result<void> TransferRun::compareSums()
{
    const auto asked = askForClock();
    return asked && m_context.state.hasToCompare() ? sumCheck().compare() : asked;
}

Result<void> TransferRun::bring()
{
    const Result<void> removed = m_context.state.staged.size() == 0 ? Result<void>() : removeOthers();
    return removed ? bringWanted() : removed;
}

Result<void> TransferRun::bringWanted()
{
    const auto brought = wayBetween()->bring([this](const Way::Take &take) { return eachWanted(take); });
    return brought ? m_made.bring(*m_stage, [this](const QByteArray &path) { return m_source->readMade(path); })
                   : brought;
}

std::unique_ptr<Way> TransferRun::wayBetween()
{
    if (m_context.isWithin)
        return std::make_unique<WithinCopier>(m_context, m_source->session());
    if (m_context.plan.targetAddress && m_source->hasShell() && m_stage->hasShell())
        return std::make_unique<DirectWay>(m_context, *m_source, *m_stage, m_sources, m_targets);
    return std::make_unique<Intake>(m_context, *m_source, *m_stage);
}

// What an earlier run left where a folder comes now, and large files of other versions: they would show in holes.
Result<void> TransferRun::removeOthers()
{
    constexpr std::chrono::seconds awakeFor{10};
    const TargetState &state = m_context.state;
    QByteArrayList others;
    QDeadlineTimer awake(awakeFor);
    const auto listed = m_list->each([&](TreeEntry &entry) {
        if (awake.hasExpired()) { // this computer's list may still grow for long
            m_stage->keepAwake();
            awake.setRemainingTime(awakeFor);
        }
        const bool isFolder = entry.kind == EntryKind::Folder;
        if (!isFolder && !m_context.isForParts(entry) && !DirectWay::takes(entry))
            return true;
        const TreeEntry there = isFolder ? entry : state.asThere(entry);
        const bool isThere = isFolder ? state.staged.contains(there) : state.isStaged(entry);
        const bool isOther = state.staged.containsPath(there.path) && !isThere;
        if (isOther && (isFolder || m_context.startsAnew(entry, there.path)))
            others.append(there.path);
        return true;
    });
    return listed ? m_stage->remove(others) : listed;
}

// When a disk is taken away no file of its own has failed: what arrived so far stays for the next run.
Result<void> TransferRun::checkThere()
{
    const TransferCounters &counters = m_context.counters;
    const bool isAllBrought = counters.filesDone + counters.filesKept >= counters.filesTotal;
    return m_context.isWithin || isAllBrought ? Result<void>() : m_source->checkThere();
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
        if (!MadeFiles::has(m_context.plan, entry)) // whose times are of when somebody looked
            changed.add(m_context.state.asThere(entry));
    };
    if (const auto found = m_source->eachChanged(*m_list, take); !found)
        return found;
    changed.seal();
    const auto verified = m_stage->verify([this](const Take &next) { return eachSource(next); }, changed);
    m_context.counters.isQuiet = false;
    return verified;
}

Result<void> TransferRun::bringFolders()
{
    return m_stage->bringFolders([this](const Take &take) {
        return m_list->each([&](TreeEntry &entry) {
            return entry.kind != EntryKind::Folder || m_context.state.there.contains(entry) || take(entry);
        });
    });
}

Result<void> TransferRun::place()
{
    return m_stage->placeAll([this](const Take &take) { return eachSource(take); });
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
        placed.compareWith(m_context.state.there);
    if (const auto listed = m_stage->list(placed); !listed)
        return listed;
    return m_source->removeArrived(placed);
}

} // namespace engine
