// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"

namespace engine {

/// The parts of a log file's name; the names are the service's.
struct LogName
{
    enum class Kind { Output, Preparation, Execution, Other };
    Kind kind = Kind::Other;
    bool isError = false; ///< stderr
    QString task; ///< "rank", "worker", "ps"; empty when there is only one process
    int index = -1; ///< of the process; -1 when there is only one
};
/// Pure; any thread.
[[nodiscard]] LogName logName(const QString &fileName);

/// A job file that the engine copies as it grows.
struct FollowedJobFile
{
    QString spoolPath; ///< on this computer; may not exist yet
    bool exists = false;
    bool complete = false; ///< the job has ended and the copy equals the file

    static void describe(auto &self, auto &fields)
    {
        fields("spoolPath", self.spoolPath)("exists", self.exists)("complete", self.complete);
    }
};

/// Index in \a files of the log that says why \a job failed: of the first process that failed, stderr unless only
/// stdout has content. Reads the sizes of the files. -1 when there is none. Any thread.
[[nodiscard]] qsizetype logOfFailure(const JobSnapshot &job, const QList<LogFileSnapshot> &files);
/// The candidates of logOfFailure(), best first. Any thread.
[[nodiscard]] QList<LogFileSnapshot> logsByFailure(const JobSnapshot &job, QList<LogFileSnapshot> files);

} // namespace engine
