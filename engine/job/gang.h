// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/job/lifecycle.h"
#include "engine/node/attempt.h"

namespace engine {

/// What is to be done on a node. Each may be repeated.
struct NodeAct
{
    enum class Kind {
        None,
        Start, ///< nothing of the attempt is there yet
        MakeVoid, ///< it hangs before its commit point
        Release, ///< all are ready
        End, ///< the job is over; why: "done", or the node that failed
        Terminate, ///< kill it; why: "user", or "peer" when it did not end as it was told
        Tidy, ///< it was lost: take away what it left
    };
    Kind kind = Kind::None;
    QString why = {};

    bool operator==(const NodeAct &) const = default;
};

/// What the engine does next about a placed job.
struct JobStep
{
    NextStep::Move move = NextStep::Move::Wait; ///< Wait, Repeat or Finish
    QList<NodeRun> nodes; ///< as they are now known
    QList<NodeAct> acts; ///< by node
    JobPhase phase = JobPhase::None;
    Message reason; ///< what is odd about it, or what it waits for
    JobOutcome outcome; ///< of Finish
};

/// Decides about a job from its record and from what its nodes, by index, say. A node that is silent stays what it was:
/// of it nothing is decided, and the job is not over before all of its nodes are. Pure: \a nowMs is the only clock.
[[nodiscard]] JobStep nextStep(const JobRecord &record, const QList<AttemptNews> &news, qint64 nowMs);

} // namespace engine
