// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/log/reader/logfailure.h"

namespace engine {

/// Where it can stand why a job failed, and what else is known of that.
struct FailureLogs
{
    QList<LogFileSnapshot> files; ///< in the order in which they are looked at
    qsizetype ofFirst = 0; ///< how many of them, from the beginning, are of the process that failed first
    ProcessExit exit; ///< of that process
    bool isFirstKnown = false; ///< that it did fail first; else it is a guess which of several did

    bool operator==(const FailureLogs &) const = default;
};

/// No files: the job did not fail by itself, or wrote nothing. Looks at the files' sizes. Any thread.
[[nodiscard]] FailureLogs failureLogs(const JobSnapshot &job);

/// Why a job failed, and whose log says so.
struct JobCause : LogFailure
{
    LogFileSnapshot file;
    bool isOfFirst = false; ///< it is known to be of the process that failed first

    bool operator==(const JobCause &) const = default;
};

/// Reads the ends of \a logs, as logFailure() does. Blocks. Any thread.
[[nodiscard]] std::optional<JobCause> jobCause(
    const FailureLogs &logs, const std::function<bool()> &isCanceled = [] { return false; });

} // namespace engine
