// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/job/lifecycle.h"
#include "engine/node/attempt.h"

namespace engine {

/// An action on a node. Each may be repeated.
struct NodeAct
{
    enum class Kind {
        None,
        Start, ///< the attempt does not exist on the node yet
        MakeVoid, ///< it hangs before its commit point
        Release, ///< all nodes are ready
        End, ///< the job has ended; why: "done", or the node that failed
        Terminate, ///< kill; why: "user", or "peer" when it did not end as told
        Tidy, ///< clean up after a lost attempt
    };
    Kind kind = Kind::None;
    QString why = {};

    bool operator==(const NodeAct &) const = default;
};

/// Next step of the engine for a job with a placement.
struct JobStep
{
    NextStep::Move move = NextStep::Move::Wait; ///< Wait, Repeat or Finish
    QList<NodeRun> nodes; ///< new state of all nodes
    QList<NodeAct> acts; ///< by node
    JobPhase phase = JobPhase::None;
    Message reason; ///< what is unusual, or what the job waits for
    JobOutcome outcome; ///< for Finish
};

/// Decides about a job from its record and the news of its nodes, by index. A node without news keeps its state; no
/// decision is made about it, and the job does not end before all its nodes have. Pure: \a nowMs is the only clock.
[[nodiscard]] JobStep nextStep(const JobRecord &record, const QList<AttemptNews> &news, qint64 nowMs);

} // namespace engine
