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

/// Next action of the engine for the attempt on a node.
struct NextStep
{
    enum class Move {
        Wait, ///< no action; \a phase is the current one, \a reason says what is unusual
        Start, ///< the attempt does not exist on the node yet
        MakeVoid, ///< it hangs before its commit point: make sure that it never runs
        Terminate, ///< the user wants an end, and the node has not been told
        Repeat, ///< the attempt never ran, or was lost with its machine: back to the queue
        Finish, ///< \a outcome says how it ended
    };
    Move move = Move::Wait;
    JobPhase phase = JobPhase::Executing;
    JobOutcome outcome;
    Message reason;
};

/// Attempts of a job that may be lost or fail to begin before the job fails.
constexpr int maxRepeats = 3;

/// Decides about \a run, the attempt on one node, from its status. Pure: \a nowMs is the only clock. \a
/// terminationSent: this engine's terminate was answered already.
[[nodiscard]] NextStep nextStep(const JobRecord &record, const NodeRun &run, const AttemptStatus &status, qint64 nowMs,
                                bool terminationSent);

/// "Worker 1 ended with exit code 3.", or the signal that ended it; without \a task the sentence is about the command.
/// \a outOfMemoryKills: on its machine during the attempt.
[[nodiscard]] Message processEnded(const QString &task, int process, int exitCode, int outOfMemoryKills);
/// The failure of a node that exited with \a outcome without a process that is known to have failed first.
[[nodiscard]] NodeFailure failureOf(const AttemptStatus &status, const JobOutcome &outcome);

/// The end of a job that was terminated before its placement.
[[nodiscard]] JobOutcome terminatedByUser();

/// The end of an attempt that the node refused to start, with the node's words. DiskFull when \a words or \a diskFull
/// say so.
[[nodiscard]] JobOutcome launchFailed(const QString &words, bool diskFull = false);

} // namespace engine
