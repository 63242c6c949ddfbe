// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/stagedrun.h"

#include "engine/api/paths.h"
#include "engine/ssh/connectionerrors.h"

namespace engine {

Result<void> checkNames(const TransferPlan &plan)
{
    for (const QByteArray &name : plan.names) {
        if (!isEntryName(pathFromBytes(name)))
            return Error{
                ErrorCode::InvalidArgument,
                {QT_TRANSLATE_NOOP("engine", "%1 is no name of a file or folder."), {shownPath(pathFromBytes(name))}},
                pathFromBytes(name),
                {},
                {}};
    }
    return {};
}

Error targetInSource(const TransferPlan &plan)
{
    const QString target = pathFromBytes(plan.target);
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "%1 is in what shall be brought there."), {shownPath(target)}},
            target,
            {},
            {}};
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

} // namespace engine
