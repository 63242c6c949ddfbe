// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/logmerge.h"
#include "engine/api/result.h"
#include "engine/api/snapshots.h"

#include <QFuture>

namespace ui {

/// What the name of a log file says; names are the service's.
struct LogName
{
    enum class Kind { Output, Preparation, Execution, Other };
    Kind kind = Kind::Other;
    bool isError = false; ///< stderr
    QString task; ///< "rank", "worker", "ps"; empty: the only process
    int index = -1; ///< of the process; -1: the only one
};
[[nodiscard]] LogName logName(const QString &fileName);

/// What a person reads first comes first: stdout and stderr of each process, job preparation, execution log, then
/// anything else; the same file of several nodes in their order.
[[nodiscard]] QList<engine::LogFileSnapshot> inReadingOrder(QList<engine::LogFileSnapshot> files);
/// "stdout", "stderr, rank 3", "Execution log"; an unknown file by its name.
[[nodiscard]] QString logTitle(const QString &fileName);
/// The file among \a files that says why \a job failed: of what failed first, stderr unless only stdout holds
/// anything. Looks at the files' sizes. -1: none.
[[nodiscard]] qsizetype logOfFailure(const engine::JobSnapshot &job, const QList<engine::LogFileSnapshot> &files);
/// Those of \a files that may say so, as logOfFailure(); of the processes of a job all, those of what failed first
/// first.
[[nodiscard]] QList<engine::LogFileSnapshot> logsByFailure(const engine::JobSnapshot &job,
                                                           QList<engine::LogFileSnapshot> files);
/// The output of all processes among \a files, each once, to be merged; nothing when there are fewer than two.
[[nodiscard]] QList<engine::LogFileSnapshot> mergedFiles(const QList<engine::LogFileSnapshot> &files);
[[nodiscard]] QList<engine::LogMerge::Source> mergeSources(const QList<engine::LogFileSnapshot> &mergedFiles);
/// The last \a most lines of a spool file that are not blank, without control sequences; of its last 4 KiB.
[[nodiscard]] QStringList lastLines(const QString &spoolPath, int most);

/// Copies \a source to \a target in a worker. What \a target held stays until all of the copy is on the disk.
[[nodiscard]] QFuture<engine::Result<void>> saveCopy(const QString &source, const QString &target);
/// Copies all of \a files that are there into a new folder in \a place, in a worker: one of the name \a wanted, or with
/// a number behind it. Files of several nodes get a folder each. Answers the new folder; a failure leaves none.
[[nodiscard]] QFuture<engine::Result<QString>> saveCopies(const QList<engine::LogFileSnapshot> &files,
                                                          const QString &place, const QString &wanted);

} // namespace ui
