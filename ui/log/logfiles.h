// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/api/result.h"
#include "engine/log/reader/merge/logmerge.h"

#include <QFuture>

namespace ui {

/// Sorts \a files: stdout and stderr of each process, job preparation, execution log, then others; the same file of
/// several nodes in their order.
[[nodiscard]] QList<engine::LogFileSnapshot> inReadingOrder(QList<engine::LogFileSnapshot> files);
/// "stdout", "stderr, rank 3", "Execution log"; an unknown file by its name.
[[nodiscard]] QString logTitle(const QString &fileName);
/// The process that writes \a file, such as "rank 3"; the node's name if its name has no index.
[[nodiscard]] QString processOf(const engine::LogFileSnapshot &file);
/// The output files of all processes among \a files, without duplicates, to be merged; empty with fewer than two
/// processes.
[[nodiscard]] QList<engine::LogFileSnapshot> mergedFiles(const QList<engine::LogFileSnapshot> &files);
[[nodiscard]] QList<engine::LogMerge::Source> mergeSources(const QList<engine::LogFileSnapshot> &mergedFiles);
/// The last \a most lines of a spool file that are not blank, without control sequences; reads the last 4 KiB.
[[nodiscard]] QStringList lastLines(const QString &spoolPath, int most);

// saveCopy() and saveCopies() report progress by their future; canceling it leaves no file. A log that grows is copied
// up to the size that it had at the start. A gap, in the middle of a log or at the beginning of a merged one, becomes
// its one-line notice.

enum class Saving { AsItIs, Plain /**< without control sequences */ };
/// Copies \a source to \a target in a worker. An existing \a target is replaced once all of the copy is on the disk.
[[nodiscard]] QFuture<engine::Result<void>> saveCopy(const QString &source, const QString &target, Saving saving);
/// Copies those of \a files that exist into a new folder in \a place, in a worker: \a wanted, or with a number
/// appended. Each of several nodes gets a subfolder. Answers the path of the new folder; a failure leaves none.
[[nodiscard]] QFuture<engine::Result<QString>> saveCopies(const QList<engine::LogFileSnapshot> &files,
                                                          const QString &place, const QString &wanted);

} // namespace ui
