// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/stagedrun.h"

#include "engine/api/paths.h"
#include "engine/ssh/connectionerrors.h"
#include "engine/storage/transfer/placednote.h"

namespace engine {

Result<void> checkNames(const TransferPlan &plan)
{
    for (const QByteArray &name : plan.names) {
        if (!isEntryName(pathFromBytes(name)))
            return Error{
                ErrorCode::InvalidArgument,
                {QT_TRANSLATE_NOOP("engine", "%1 is no name of a file or folder."), {shownPath(pathFromBytes(name))}},
                pathFromBytes(name)};
    }
    return {};
}

Error targetInSource(const TransferPlan &plan)
{
    const QString target = pathFromBytes(plan.target);
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "%1 is in what shall be brought there."), {shownPath(target)}},
            target};
}

Result<void> StagedRun::runSteps(const RunSessions &sessions, const std::vector<Step> &steps)
{
    for (const Step &step : steps) {
        if (sessions.isAborted())
            return connectionClosed();
        const Result<void> done = step();
        if (done)
            continue;
        if (done.error().code == ErrorCode::InvalidArgument)
            (void)discard();
        return sessions.isAborted() ? Result<void>(connectionClosed()) : done;
    }
    return {};
}

SumCheck StagedRun::sumCheck()
{
    return SumCheck(
        m_context, *m_stage, [this](const Take &take) { return eachSource(take); },
        [this](const QByteArrayList &paths, const std::stop_token &stop) { return sourceSums(paths, stop); }, sides());
}

Result<void> StagedRun::compareSums()
{
    return m_context.state.hasToCompare() ? sumCheck().compare() : Result<void>();
}

Result<void> StagedRun::verifySums()
{
    return m_context.plan.comparesChecksums ? sumCheck().verify([this] { return bringAgain(); }) : Result<void>();
}

Result<void> StagedRun::place()
{
    return m_stage->placeAll([this](const Take &take) { return eachSource(take); });
}

Result<void> StagedRun::removeSources()
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
    return removePlaced(placed);
}

} // namespace engine
