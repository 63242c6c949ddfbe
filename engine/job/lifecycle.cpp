// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/lifecycle.h"

#include "engine/log/core/search/failurecause.h"
#include "engine/node/wrapperprotocol.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

/// How a process ended, with its number if it has a task, its exit code or its signal.
struct EndWords
{
    const char *task;
    const char *ended;
    const char *segmentationFault;
    const char *outOfMemory;
    const char *killed;
};

constexpr std::array endWords{
    EndWords{"worker", QT_TRANSLATE_NOOP("engine", "Worker %1 ended with exit code %2."),
             QT_TRANSLATE_NOOP("engine", "Worker %1 was ended by a segmentation fault (exit code %2)."),
             QT_TRANSLATE_NOOP("engine", "Worker %1 was killed while memory ran out (exit code %2)."),
             QT_TRANSLATE_NOOP("engine", "Worker %1 was killed by signal %3 (exit code %2).")},
    EndWords{"ps", QT_TRANSLATE_NOOP("engine", "Parameter server %1 ended with exit code %2."),
             QT_TRANSLATE_NOOP("engine", "Parameter server %1 was ended by a segmentation fault (exit code %2)."),
             QT_TRANSLATE_NOOP("engine", "Parameter server %1 was killed while memory ran out (exit code %2)."),
             QT_TRANSLATE_NOOP("engine", "Parameter server %1 was killed by signal %3 (exit code %2).")},
    EndWords{"rank", QT_TRANSLATE_NOOP("engine", "Rank %1 ended with exit code %2."),
             QT_TRANSLATE_NOOP("engine", "Rank %1 was ended by a segmentation fault (exit code %2)."),
             QT_TRANSLATE_NOOP("engine", "Rank %1 was killed while memory ran out (exit code %2)."),
             QT_TRANSLATE_NOOP("engine", "Rank %1 was killed by signal %3 (exit code %2).")},
    EndWords{"", QT_TRANSLATE_NOOP("engine", "The command ended with exit code %1."),
             QT_TRANSLATE_NOOP("engine", "The command was ended by a segmentation fault (exit code %1)."),
             QT_TRANSLATE_NOOP("engine", "The command was killed while memory ran out (exit code %1)."),
             QT_TRANSLATE_NOOP("engine", "The command was killed by signal %2 (exit code %1).")},
};

JobOutcome failure(const QString &code, const Message &message, const QString &actor, std::optional<int> exitCode = {})
{
    return {JobState::Failed, exitCode, {JobError{code, message}}, actor, message};
}

struct StageCause
{
    const char *code;
    const char *words; // with the machine's words as argument
};

constexpr std::array stageCauses{
    StageCause{"MountFailed", QT_TRANSLATE_NOOP("engine", "A volume could not be mounted. The machine says: %1")},
    StageCause{"FailedStartingContainer",
               QT_TRANSLATE_NOOP("engine", "Its container could not be started. The machine says: %1")},
    StageCause{"SharedDirectoryUnavailable",
               QT_TRANSLATE_NOOP("engine", "The folder that its nodes share cannot be used. The machine says: %1")},
    StageCause{"NodeToNodeSshFailed",
               QT_TRANSLATE_NOOP("engine", "Its nodes cannot reach each other by SSH. The machine says: %1")},
    StageCause{"SecretMissing", QT_TRANSLATE_NOOP("engine", "A secret that it needs is missing: %1")},
};

// A full disk is the cause of every failure that it leads to.
JobOutcome stageFailed(const AttemptStatus &status)
{
    const QString words = status.launchError.trimmed();
    const auto known = std::find_if(stageCauses.begin(), stageCauses.end(), [&status](const StageCause &cause) {
        return status.cause == QLatin1StringView(cause.code);
    });
    if (status.diskFull || saysDiskFull(words))
        return launchFailed(words, true);
    if (known == stageCauses.end()) {
        const auto killed = killedWords(status);
        return killed ? failure(u"LaunchFailed"_s, *killed, u"node"_s) : launchFailed(words);
    }
    return failure(status.cause, Message(known->words, {words.isEmpty() ? u"-"_s : words}), u"node"_s);
}

// The process whose exit code is the node's; if unknown, the command as a whole.
AttemptStatus::Failure failedProcess(const AttemptStatus &status)
{
    if (status.firstFailure && status.firstFailure->exitCode == status.exitCode)
        return *status.firstFailure;
    return {-1, status.exitCode, status.endedMs, {}, status.outOfMemoryKills};
}

JobOutcome outcomeOfExit(const AttemptStatus &status)
{
    if (status.endReason == u"limit"_s)
        return failure(
            u"MaxWallClockTimeExpiry"_s,
            Message(QT_TRANSLATE_NOOP("engine", "It ran longer than its maxWallClockTime allows and was ended.")),
            u"limit"_s);
    if (!status.endReason.isEmpty())
        return terminatedByUser();
    if (status.preparationFailed)
        return failure(u"JobPreparationFailed"_s,
                       Message(QT_TRANSLATE_NOOP("engine", "Job preparation ended with exit code %1."),
                               {QString::number(status.exitCode)}),
                       u"node"_s, status.exitCode);
    if (!status.launched)
        return stageFailed(status);
    if (status.exitCode == 0)
        return {JobState::Succeeded, 0, {}, u"node"_s, {}};
    const AttemptStatus::Failure first = failedProcess(status);
    return failure(u"JobFailed"_s, processEnded(first.task, first.process, status.exitCode, first.outOfMemoryKills),
                   u"node"_s, status.exitCode);
}

// Before the launch mark only Batchdeck's part runs: folders, links, redirections.
JobPhase phaseOf(const AttemptStatus &status)
{
    using Stage = AttemptStatus::Stage;
    if (status.preparing || status.stage == Stage::Preparing)
        return JobPhase::Preparing;
    if (status.stage == Stage::Mounting)
        return JobPhase::Mounting;
    if (status.stage == Stage::Collecting)
        return JobPhase::Collecting;
    return status.launched ? JobPhase::Executing : JobPhase::Starting;
}

NextStep wait(JobPhase phase, const Message &reason = {})
{
    return {NextStep::Move::Wait, phase, {}, reason};
}

NextStep finish(const JobOutcome &outcome)
{
    return {NextStep::Move::Finish, JobPhase::Collecting, outcome, {}};
}

NextStep repeatOrFinish(const JobRecord &record, const QString &code, const Message &reason, const Message &given)
{
    if (record.wanted != JobWanted::Run)
        return finish(terminatedByUser());
    if (record.repeats >= maxRepeats)
        return finish(failure(code, given, u"node"_s));
    return {NextStep::Move::Repeat, JobPhase::None, {}, reason};
}

NextStep elsewhere(const JobRecord &record, const NodeRun &run, const AttemptStatus &status)
{
    if (record.wanted == JobWanted::Run)
        return wait(
            run.phase,
            Message(QT_TRANSLATE_NOOP("engine",
                                      "It was started on another machine, %1, and only that one can tell how it "
                                      "is. Change the machine's address back, or stop the job."),
                    {status.otherMachine}));
    return finish(failure(u"NodeLost"_s,
                          Message(QT_TRANSLATE_NOOP("engine",
                                                    "It was started on another machine, %1, which is not the one under "
                                                    "this name any more. It may still run there."),
                                  {status.otherMachine}),
                          u"user"_s));
}

NextStep unclear(const JobRecord &record, const NodeRun &run, bool terminationSent)
{
    if (record.wanted == JobWanted::Run)
        return wait(
            run.phase,
            Message(QT_TRANSLATE_NOOP("engine",
                                      "Its records in %1 cannot be read, so its state cannot be told. Check that "
                                      "folder on the machine, or stop the job."),
                    {run.directory}));
    if (!terminationSent)
        return {NextStep::Move::Terminate, run.phase, {}, {}};
    return finish(terminatedByUser());
}

NextStep beforeCommit(const JobRecord &record, const NodeRun &run, qint64 nowMs)
{
    // qAbs: after the clock was set back, the apparent remaining time must not be waited for.
    const bool overdue = qAbs(nowMs - run.phaseSinceMs) > std::chrono::milliseconds(startDeadline).count();
    if (record.wanted != JobWanted::Run || overdue)
        return {NextStep::Move::MakeVoid, JobPhase::Starting, {}, {}};
    return wait(JobPhase::Starting);
}

} // namespace

Message processEnded(const QString &task, int process, int exitCode, int outOfMemoryKills)
{
    const QString code = QString::number(exitCode);
    const QStringList arguments = task.isEmpty() ? QStringList{code} : QStringList{QString::number(process), code};
    const auto kind = logcore::failureOfExit(exitCode, outOfMemoryKills);
    const auto words = std::find_if(endWords.begin(), endWords.end(),
                                    [&task](const EndWords &some) { return task == QLatin1StringView(some.task); });
    const EndWords &said = words == endWords.end() ? endWords.back() : *words;
    if (!kind)
        return {said.ended, arguments};
    if (*kind == logcore::FailureKind::SegmentationFault)
        return {said.segmentationFault, arguments};
    if (*kind == logcore::FailureKind::KilledByKernel)
        return {said.outOfMemory, arguments};
    return {said.killed, arguments + QStringList{QString::number(exitCode - 128)}};
}

NodeFailure failureOf(const AttemptStatus &status, const JobOutcome &outcome)
{
    const AttemptStatus::Failure first = failedProcess(status);
    return {outcome.errors.value(0).code,
            outcome.reason,
            first.process,
            outcome.exitCode,
            status.endedMs,
            false,
            first.task,
            first.outOfMemoryKills};
}

JobOutcome terminatedByUser()
{
    return failure(u"JobTerminatedByUser"_s, Message(QT_TRANSLATE_NOOP("engine", "It was stopped by its user.")),
                   u"user"_s);
}

JobOutcome launchFailed(const QString &words, bool diskFull)
{
    const QString cause = words.trimmed();
    if (diskFull || saysDiskFull(cause))
        return failure(
            u"DiskFull"_s,
            cause.isEmpty()
                ? Message(QT_TRANSLATE_NOOP("engine", "It could not be started: the machine's disk is full."))
                : Message(
                    QT_TRANSLATE_NOOP("engine", "It could not be started: the disk is full. The machine says: %1"),
                    {cause}),
            u"node"_s);
    return failure(
        u"LaunchFailed"_s,
        cause.isEmpty()
            ? Message(QT_TRANSLATE_NOOP("engine", "It could not be started, and the machine gave no reason."))
            : Message(QT_TRANSLATE_NOOP("engine", "It could not be started. The machine says: %1"), {cause}),
        u"node"_s);
}

NextStep nextStep(const JobRecord &record, const NodeRun &run, const AttemptStatus &status, qint64 nowMs,
                  bool terminationSent)
{
    using Kind = AttemptStatus::Kind;
    switch (status.kind) {
    case Kind::Absent:
        if (run.phase == JobPhase::Executing || run.phase == JobPhase::Preparing || run.startedMs > 0)
            return finish(
                failure(u"JobFolderLost"_s,
                        Message(QT_TRANSLATE_NOOP("engine",
                                                  "Its folder %1 is gone from the machine, and its exit code with it."),
                                {run.directory}),
                        u"node"_s));
        if (record.wanted != JobWanted::Run)
            return finish(terminatedByUser());
        return {NextStep::Move::Start, JobPhase::Starting, {}, {}};
    case Kind::Starting:
    case Kind::StartingOrDead:
        return beforeCommit(record, run, nowMs);
    case Kind::Running:
        if (record.wanted != JobWanted::Run && !terminationSent)
            return {NextStep::Move::Terminate, run.phase, {}, {}};
        return wait(phaseOf(status));
    case Kind::Ending:
        return wait(JobPhase::Collecting);
    case Kind::Exited:
        return finish(outcomeOfExit(status));
    case Kind::NeverBegan:
        return repeatOrFinish(
            record, u"LaunchFailed"_s,
            Message(
                QT_TRANSLATE_NOOP("engine", "The last start did not come through; it never ran and is tried again.")),
            Message(QT_TRANSLATE_NOOP("engine", "It never began, in %1 tries."), {QString::number(maxRepeats + 1)}));
    case Kind::Rebooted:
        return repeatOrFinish(record, u"NodeLost"_s,
                              Message(QT_TRANSLATE_NOOP(
                                  "engine", "The machine was restarted under it; it runs again from the beginning.")),
                              Message(QT_TRANSLATE_NOOP("engine", "The machine was restarted under it %1 times."),
                                      {QString::number(maxRepeats + 1)}));
    case Kind::Lost:
        return finish(failure(u"ProcessLost"_s,
                              Message(QT_TRANSLATE_NOOP("engine",
                                                        "Its processes are gone from the machine without an exit code: "
                                                        "somebody killed them, or memory ran out.")),
                              u"node"_s));
    case Kind::Elsewhere:
        return elsewhere(record, run, status);
    case Kind::Unclear:
        return unclear(record, run, terminationSent);
    }
    return wait(run.phase);
}

} // namespace engine
