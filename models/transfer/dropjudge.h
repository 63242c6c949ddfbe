// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transferpreview.h"

#include <optional>

namespace models {

/// Files that are dragged to, or chosen for, a folder.
struct DropFacts
{
    QList<engine::Location> sources;
    engine::Location target; ///< without a path: where the files of the place begin
    bool isTargetOnline = true;
    QString targetName{}; ///< as it is called where it is shown; empty: by its path
    engine::ConflictRule conflicts = engine::ConflictRule::Replace;
    bool honoursGitignore = false;
    bool moves = false; ///< they are taken away where they are
    bool comparesChecksums = false; ///< then the previews, which go by size and time, do not say all
    /// What is known so far of the requests that judgeFiles() made of these facts, in their order.
    QList<engine::TransferPreview> previews{};
};

/// Files and bytes of one kind.
struct DropFigure
{
    qint64 files = 0;
    qint64 bytes = 0;
    bool operator==(const DropFigure &) const = default;
};

/// Whether they are taken, and what would come of it.
struct FileDropVerdict
{
    bool isPossible = false;
    QString words; ///< "Upload cells-2048 into data", or why not
    QString verb; ///< "Upload"
    QString title; ///< "Upload cells-2048 to gpu-a:/data"
    QString from; ///< "from /home/me/datasets"
    QString wanted; ///< "To send": what toSend is called
    QList<engine::TransferRequest> requests; ///< one for each folder that they lie in

    std::optional<bool> meetsOthers; ///< whether something is there already; none: that is not known yet
    bool takesRoom = true; ///< else it is only given other names
    bool mayStart = false; ///< so far nothing speaks against it
    bool isTight = false; ///< it would not fit without holes, of which a machine may say too many
    QString whyNot; ///< it may not start
    bool isCounted = false; ///< all, whole
    bool isCompared = false;
    DropFigure all, there, differing, toSend;
    qint64 room = 0; ///< bytes that toSend takes there: holes take none
    QString estimate; ///< "About 6 min at 212 MB/s; 3.7 TB stay free"
    QStringList notes; ///< what is left out, what could not be read or asked
    QList<engine::DifferingFile> differingFiles; ///< the first of them
};

/// Pure.
[[nodiscard]] FileDropVerdict judgeFiles(const DropFacts &facts);

/// What becomes of files that were pasted: nobody is asked while there is nothing to say.
enum class Unasked {
    Wait, ///< too little is known
    Begin,
    Ask, ///< something of it is there, it has no room, or that cannot be told
};
/// \a isAllKnown: nothing more will be. Pure.
[[nodiscard]] Unasked unasked(const FileDropVerdict &verdict, bool isAllKnown);

/// The files in \a urls; none when one is not of this computer. Pure.
[[nodiscard]] QList<engine::Location> filesIn(const QList<QUrl> &urls);

} // namespace models
