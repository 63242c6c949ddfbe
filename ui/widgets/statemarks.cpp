// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/statemarks.h"

namespace ui {

Mark markOf(engine::JobState state, engine::JobPhase phase, engine::LinkState link)
{
    switch (state) {
    case engine::JobState::Queued:
        return Mark::Queued;
    case engine::JobState::Running:
        if (link == engine::LinkState::Offline)
            return Mark::Offline;
        return phase == engine::JobPhase::None || phase == engine::JobPhase::Executing ? Mark::Running
                                                                                       : Mark::Preparing;
    case engine::JobState::Terminating:
        return Mark::Terminating;
    case engine::JobState::Succeeded:
        return Mark::Succeeded;
    case engine::JobState::Failed:
        return Mark::Failed;
    }
    return Mark::Queued;
}

Mark markOf(engine::NodeState state, engine::LinkState link)
{
    if (link == engine::LinkState::Offline || link == engine::LinkState::NeedsAttention)
        return markOf(link);
    switch (state) {
    case engine::NodeState::Allocated:
    case engine::NodeState::Preparing:
        return Mark::Preparing;
    case engine::NodeState::Idle:
        return Mark::Idle;
    case engine::NodeState::Running:
        return Mark::Running;
    case engine::NodeState::Leaving:
        return Mark::Terminating;
    case engine::NodeState::Unusable:
        return Mark::Unusable;
    }
    return Mark::Idle;
}

Mark markOf(engine::LinkState link)
{
    switch (link) {
    case engine::LinkState::Online:
    case engine::LinkState::Degraded:
        return Mark::Online;
    case engine::LinkState::Connecting:
        return Mark::Preparing;
    case engine::LinkState::NeedsAttention:
        return Mark::Unusable;
    case engine::LinkState::Offline:
        return Mark::Offline;
    }
    return Mark::Offline;
}

Mark markOf(engine::JobNodeState state, engine::JobPhase phase, bool isOutOfReach)
{
    if (isOutOfReach)
        return Mark::Offline;
    switch (state) {
    case engine::JobNodeState::Waiting:
        return phase == engine::JobPhase::None ? Mark::Queued : Mark::Preparing;
    case engine::JobNodeState::Running:
        return markOf(engine::JobState::Running, phase, engine::LinkState::Online);
    case engine::JobNodeState::Succeeded:
        return Mark::Succeeded;
    case engine::JobNodeState::Failed:
        return Mark::Failed;
    case engine::JobNodeState::Ended:
        return Mark::Terminating;
    case engine::JobNodeState::Lost:
        return Mark::Unusable;
    }
    return Mark::Queued;
}

Mark markOf(engine::TransferState state)
{
    switch (state) {
    case engine::TransferState::Waiting:
        return Mark::Queued;
    case engine::TransferState::Running:
    case engine::TransferState::Verifying:
        return Mark::Running;
    case engine::TransferState::Retrying:
        return Mark::Offline;
    case engine::TransferState::Paused:
        return Mark::Idle;
    case engine::TransferState::Done:
        return Mark::Succeeded;
    case engine::TransferState::Failed:
        return Mark::Failed;
    case engine::TransferState::Canceled:
        break;
    }
    return Mark::Terminating;
}

Mark trackMarkOf(engine::TransferState state)
{
    switch (state) {
    case engine::TransferState::Failed:
        return Mark::Failed;
    case engine::TransferState::Done:
        return Mark::Succeeded;
    case engine::TransferState::Running:
        return Mark::Running;
    default:
        return Mark::Queued;
    }
}

} // namespace ui
