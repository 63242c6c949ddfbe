// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/stagedrun.h"

#include "engine/ssh/connectionerrors.h"

namespace engine {

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
