// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/log/reader/logfailure.h"

namespace engine {

/// Logs that may have the cause of a job's failure, and what else is known.
struct FailureLogs
{
    QList<LogFileSnapshot> files; ///< in the order of the search
    qsizetype ofFirst = 0; ///< number of files, from the first on, of the process that failed first
    ProcessExit exit; ///< of the process that failed first
    bool isFirstKnown = false; ///< false: the first process is a guess

    bool operator==(const FailureLogs &) const = default;
};

/// Without files if the job did not fail by itself, or wrote nothing. Reads the files' sizes. Any thread.
[[nodiscard]] FailureLogs failureLogs(const JobSnapshot &job);

/// Why a job failed, and the log that says so.
struct JobCause : LogFailure
{
    LogFileSnapshot file;
    bool isOfFirst = false; ///< known to be of the process that failed first

    bool operator==(const JobCause &) const = default;
};

/// Reads the ends of \a logs as logFailure() does. Blocks. Any thread.
[[nodiscard]] std::optional<JobCause> jobCause(
    const FailureLogs &logs, const std::function<bool()> &isCanceled = [] { return false; });

} // namespace engine
