// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transferpreview.h"

#include <optional>

namespace models {

/// Files dragged to, or chosen for, a target folder.
struct DropFacts
{
    QList<engine::Location> sources;
    engine::Location target; ///< without a path: the start folder of the place
    bool isTargetOnline = true;
    QString targetName{}; ///< display name of the target; empty for its path
    engine::ConflictRule conflicts = engine::ConflictRule::Replace;
    bool honoursGitignore = false;
    bool moves = false; ///< a move: sources are removed
    bool comparesChecksums = false; ///< the previews, which compare size and time only, are incomplete then
    /// Partial results of the requests that judgeFiles() made from these facts, in their order.
    QList<engine::TransferPreview> previews{};
};

/// Files and bytes of one category.
struct DropFigure
{
    qint64 files = 0;
    qint64 bytes = 0;
    bool operator==(const DropFigure &) const = default;
};

/// Whether a drop is possible, and what it would do.
struct FileDropVerdict
{
    bool isPossible = false;
    QString words; ///< "Upload cells-2048 into data", or why it is impossible
    QString verb; ///< "Upload"
    QString title; ///< "Upload cells-2048 to gpu-a:/data"
    QString from; ///< "from /home/me/datasets"
    QString wanted; ///< label of \a toSend: "To send"
    QList<engine::TransferRequest> requests; ///< one for each source folder

    std::optional<bool> meetsOthers; ///< whether a target file exists; nothing while unknown
    bool takesRoom = true; ///< false for a move by rename
    bool mayStart = false; ///< nothing prevents the start so far
    bool isTight = false; ///< fits only if holes stay holes, and a machine may report too many
    QString whyNot; ///< why it cannot start
    bool isCounted = false; ///< counting is complete
    bool isCompared = false;
    DropFigure all, there, differing, toSend;
    qint64 room = 0; ///< bytes that \a toSend needs at the target, without holes
    QString estimate; ///< "About 6 min at 212 MB/s; 3.7 TB stay free"
    QStringList notes; ///< ignored files, errors of counting
    QList<engine::DifferingFile> differingFiles; ///< the first differing files
};

/// Pure.
[[nodiscard]] FileDropVerdict judgeFiles(const DropFacts &facts);

/// How to handle pasted files: without a question when there is nothing to ask.
enum class Unasked {
    Wait, ///< the preview is incomplete
    Begin,
    Ask, ///< a target exists, there is not enough space, or that is unknown
};
/// \a isAllKnown: the preview has ended. Pure.
[[nodiscard]] Unasked unasked(const FileDropVerdict &verdict, bool isAllKnown);

/// The files of \a urls; empty when one is not on this computer. Pure.
[[nodiscard]] QList<engine::Location> filesIn(const QList<QUrl> &urls);

} // namespace models
