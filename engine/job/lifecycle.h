// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/job/jobrecord.h"
#include "engine/node/nodeagent.h"

namespace engine {

/// How a job ended.
struct JobOutcome
{
    JobState state = JobState::Failed;
    std::optional<int> exitCode;
    QList<JobError> errors;
    QString actor;
    Message reason;
};

/// What the engine does next about the attempt on a node.
struct NextStep
{
    enum class Move {
        Wait, ///< it goes on by itself; phase tells where, reason what is odd about it
        Start, ///< nothing of this attempt is on the node yet
        MakeVoid, ///< it hangs before its commit point: make sure that it never runs
        Terminate, ///< the user wants an end and the node has not been told
        Repeat, ///< this attempt never ran or was lost with its machine: back to the queue
        Finish, ///< outcome says how it ended
    };
    Move move = Move::Wait;
    JobPhase phase = JobPhase::Executing;
    JobOutcome outcome;
    Message reason;
};

/// Attempts that may be lost or fail to begin before a job is given up.
constexpr int maxRepeats = 3;

/// Decides about \a run, the attempt on one node, from what the node says of it. Pure: \a nowMs is the only clock.
/// \a terminationSent: this engine's terminate was answered already.
[[nodiscard]] NextStep nextStep(const JobRecord &record, const NodeRun &run, const AttemptStatus &status, qint64 nowMs,
                                bool terminationSent);

/// "Worker 1 ended with exit code 3.", or by which signal it was ended; of a process without a \a task: what became of
/// the command. \a outOfMemoryKills: on its machine meanwhile.
[[nodiscard]] Message processEnded(const QString &task, int process, int exitCode, int outOfMemoryKills);
/// What failed on a node that exited with \a outcome and no process of its own is known to have failed first.
[[nodiscard]] NodeFailure failureOf(const AttemptStatus &status, const JobOutcome &outcome);

/// The end of a job that was asked to stop before it was placed.
[[nodiscard]] JobOutcome terminatedByUser();

/// The end of an attempt whose start the node refused for good, with the node's words; DiskFull when they, or
/// \a diskFull, say so.
[[nodiscard]] JobOutcome launchFailed(const QString &words, bool diskFull = false);

} // namespace engine
