// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/storage/folderrows.h"

/// In which order the entries of a folder stand, and which are shown. Pure; made for a worker.
namespace models {

enum class FolderColumn { Name, Size, Changed, Owner, Group, Permissions };

struct FolderSort
{
    FolderColumn column = FolderColumn::Name;
    Qt::SortOrder order = Qt::AscendingOrder;

    bool operator==(const FolderSort &) const = default;
};

struct FolderFilter
{
    QString text; ///< words that must all be in the name, upper or lower case; one with * or ? is the whole name
    bool showsHidden = false; ///< names that begin with a dot

    bool operator==(const FolderFilter &) const = default;
};

using RowNumbers = std::vector<quint32>;

/// Bytes that compare as people order names: case and accents do not count, "run-9" before "run-10".
[[nodiscard]] QByteArray naturalKey(QByteArrayView name);

/// Upper or lower case.
[[nodiscard]] bool nameBegins(QByteArrayView name, const QString &text);

/// All that are present; folders first, whatever the order.
[[nodiscard]] RowNumbers sortedRows(const FolderRows &rows, FolderSort sort);
/// \a old, which was sorted so, with \a changed put where they belong now. Those may be in it or not.
[[nodiscard]] RowNumbers mergedRows(const FolderRows &rows, FolderSort sort, const RowNumbers &old, RowNumbers changed);
[[nodiscard]] RowNumbers filteredRows(const FolderRows &rows, const FolderFilter &filter, const RowNumbers &all);

} // namespace models
