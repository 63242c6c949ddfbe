// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/jobcause.h"

#include "engine/api/job/joblogs.h"

#include <algorithm>

namespace engine {

namespace {

/// Number of \a files, from the first on, that belong to the same process.
qsizetype filesOfFirst(const QList<LogFileSnapshot> &files)
{
    if (files.isEmpty())
        return 0;
    const LogFileSnapshot &first = files.constFirst();
    const LogName of = logName(first.name);
    const auto isOther = [&first, &of](const LogFileSnapshot &file) {
        const LogName name = logName(file.name);
        return file.node != first.node || name.task != of.task || name.index != of.index;
    };
    return std::find_if(files.begin(), files.end(), isOther) - files.begin();
}

/// A failed preparation or start has words of its own.
ProcessExit exitOf(const JobSnapshot &job)
{
    const bool isOfCommand = job.errors.value(0).code == u"JobFailed";
    if (!isOfCommand || !job.firstFailure)
        return {isOfCommand ? job.exitCode : std::nullopt, 0};
    return {job.firstFailure->exitCode, job.firstFailure->outOfMemoryKills};
}

/// If the process is unknown, only the node is known: that identifies the logs of a preparation, but not those of
/// ranks.
bool isFirstKnown(const JobSnapshot &job, const FailureLogs &logs)
{
    if (logs.ofFirst == logs.files.size())
        return true;
    const bool isOfProcess = logName(logs.files.constFirst().name).kind == LogName::Kind::Output;
    return job.firstFailure && (!isOfProcess || job.firstFailure->process >= 0);
}

} // namespace

FailureLogs failureLogs(const JobSnapshot &job)
{
    const QString code = job.errors.value(0).code;
    if (job.state != JobState::Failed || code == u"JobTerminatedByUser" || code == u"MaxWallClockTimeExpiry")
        return {};
    FailureLogs logs{logsByFailure(job, job.logs), 0, exitOf(job)};
    logs.ofFirst = filesOfFirst(logs.files);
    logs.isFirstKnown = isFirstKnown(job, logs);
    return logs;
}

std::optional<JobCause> jobCause(const FailureLogs &logs, const std::function<bool()> &isCanceled)
{
    QStringList paths;
    for (const LogFileSnapshot &file : logs.files)
        paths.append(file.spoolPath);
    const auto failure = logFailure(paths, logs.ofFirst, logs.exit, isCanceled);
    if (!failure)
        return {};
    return JobCause{*failure, logs.files.at(failure->log), logs.isFirstKnown && failure->log < logs.ofFirst};
}

} // namespace engine
