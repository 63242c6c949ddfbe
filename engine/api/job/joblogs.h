// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"

namespace engine {

/// What the name of a log file says; names are the service's.
struct LogName
{
    enum class Kind { Output, Preparation, Execution, Other };
    Kind kind = Kind::Other;
    bool isError = false; ///< stderr
    QString task; ///< "rank", "worker", "ps"; empty: the only process
    int index = -1; ///< of the process; -1: the only one
};
/// Pure; any thread.
[[nodiscard]] LogName logName(const QString &fileName);

/// A file of a job that the engine copies as it grows.
struct FollowedJobFile
{
    QString spoolPath; ///< on this computer; may not exist yet
    bool exists = false;
    bool complete = false; ///< the job is final and the copy equals the file

    static void describe(auto &self, auto &fields)
    {
        fields("spoolPath", self.spoolPath)("exists", self.exists)("complete", self.complete);
    }
};

/// The file among \a files that says why \a job failed: of what failed first, stderr unless only stdout holds
/// anything. Looks at the files' sizes. -1: none. Any thread.
[[nodiscard]] qsizetype logOfFailure(const JobSnapshot &job, const QList<LogFileSnapshot> &files);
/// Those of \a files that may say so, as logOfFailure(); of the processes of a job all, those of what failed first
/// first. Any thread.
[[nodiscard]] QList<LogFileSnapshot> logsByFailure(const JobSnapshot &job, QList<LogFileSnapshot> files);

} // namespace engine
