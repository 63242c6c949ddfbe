// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/api/result.h"
#include "engine/log/reader/merge/logmerge.h"

#include <QFuture>

namespace ui {

/// What a person reads first comes first: stdout and stderr of each process, job preparation, execution log, then
/// anything else; the same file of several nodes in their order.
[[nodiscard]] QList<engine::LogFileSnapshot> inReadingOrder(QList<engine::LogFileSnapshot> files);
/// "stdout", "stderr, rank 3", "Execution log"; an unknown file by its name.
[[nodiscard]] QString logTitle(const QString &fileName);
/// Which process writes \a file: "rank 3"; the node of the only one there.
[[nodiscard]] QString processOf(const engine::LogFileSnapshot &file);
/// The output of all processes among \a files, each once, to be merged; nothing when there are fewer than two.
[[nodiscard]] QList<engine::LogFileSnapshot> mergedFiles(const QList<engine::LogFileSnapshot> &files);
[[nodiscard]] QList<engine::LogMerge::Source> mergeSources(const QList<engine::LogFileSnapshot> &mergedFiles);
/// The last \a most lines of a spool file that are not blank, without control sequences; of its last 4 KiB.
[[nodiscard]] QStringList lastLines(const QString &spoolPath, int most);

// Whoever saves tells how far it is by the future's progress, and may be canceled by it: then nothing is left.

// A log that grows meanwhile is copied up to where it ended when that began.

// What was taken out of a log, in the middle or, of a merged one, at the beginning, is one line that tells of it, and
// no hole.

enum class Saving { AsItIs, Plain /**< without the control sequences that colour it */ };
/// Copies \a source to \a target in a worker. What \a target held stays until all of the copy is on the disk.
[[nodiscard]] QFuture<engine::Result<void>> saveCopy(const QString &source, const QString &target, Saving saving);
/// Copies all of \a files that are there into a new folder in \a place, in a worker: one of the name \a wanted, or with
/// a number behind it. Files of several nodes get a folder each. Answers the new folder; a failure leaves none.
[[nodiscard]] QFuture<engine::Result<QString>> saveCopies(const QList<engine::LogFileSnapshot> &files,
                                                          const QString &place, const QString &wanted);

} // namespace ui
