// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/list/statemarks.h"

#include "models/job/jobnodewords.h"
#include "models/words.h"

namespace ui {

namespace {

// Indexed by state.
constexpr std::array jobMarks{Mark::Queued, Mark::Running, Mark::Terminating, Mark::Succeeded, Mark::Failed};
constexpr std::array linkMarks{Mark::Offline, Mark::Preparing, Mark::Online, Mark::Online, Mark::Unusable};
constexpr std::array nodeMarks{Mark::Queued,  Mark::Preparing,   Mark::Idle,
                               Mark::Running, Mark::Terminating, Mark::Unusable};
constexpr std::array jobNodeMarks{Mark::Queued, Mark::Running,     Mark::Succeeded,
                                  Mark::Failed, Mark::Terminating, Mark::Unusable};
constexpr std::array transferMarks{Mark::Queued, Mark::Running,   Mark::Preparing, Mark::Unusable,
                                   Mark::Idle,   Mark::Succeeded, Mark::Failed,    Mark::Terminating};

template <typename State, size_t count> Mark markAmong(const std::array<Mark, count> &marks, State state)
{
    static_assert(count == engine::wireWords<State>.size());
    return marks[size_t(state)];
}

} // namespace

Mark markOf(engine::JobState state, engine::JobPhase phase, engine::LinkState link)
{
    if (models::isOutOfReach(state, link))
        return Mark::Offline;
    if (state != engine::JobState::Running)
        return markAmong(jobMarks, state);
    return phase == engine::JobPhase::None || phase == engine::JobPhase::Executing ? Mark::Running : Mark::Preparing;
}

Mark markOf(engine::NodeState state, engine::LinkState link)
{
    return models::isReached(link) ? markAmong(nodeMarks, state) : markOf(link);
}

Mark markOf(engine::LinkState link)
{
    return markAmong(linkMarks, link);
}

Mark markOf(engine::JobNodeState state, engine::JobPhase phase, bool isOutOfReach)
{
    if (isOutOfReach)
        return Mark::Offline;
    if (state == engine::JobNodeState::Waiting && phase != engine::JobPhase::None)
        return Mark::Preparing;
    return state == engine::JobNodeState::Running ? markOf(engine::JobState::Running, phase, engine::LinkState::Online)
                                                  : markAmong(jobNodeMarks, state);
}

Mark markOf(engine::TransferState state)
{
    return markAmong(transferMarks, state);
}

Mark trackMarkOf(engine::TransferState state)
{
    using engine::TransferState;
    const bool isTold =
        state == TransferState::Running || state == TransferState::Done || state == TransferState::Failed;
    return isTold ? markOf(state) : Mark::Queued;
}

} // namespace ui
