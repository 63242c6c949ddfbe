// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/storage/folder/folderrows.h"

/// Order and filter of a folder's entries. Pure; runs in a worker.
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
    QString text; ///< words that must all be in the name, in any case; a word with * or ? must match the whole name
    bool showsHidden = false; ///< show names that begin with a dot

    bool operator==(const FolderFilter &) const = default;
};

using RowNumbers = std::vector<quint32>;

/// Sort key of a name: without case and accents, "run-9" before "run-10".
[[nodiscard]] QByteArray naturalKey(QByteArrayView name);

/// Whether \a name begins with \a text, ignoring case.
[[nodiscard]] bool nameBegins(QByteArrayView name, const QString &text);

/// All present entries; folders first in every order.
[[nodiscard]] RowNumbers sortedRows(const FolderRows &rows, FolderSort sort);
/// \a old, which was sorted by \a sort, with \a changed moved to their places. \a old may lack some of them.
[[nodiscard]] RowNumbers mergedRows(const FolderRows &rows, FolderSort sort, const RowNumbers &old, RowNumbers changed);
[[nodiscard]] RowNumbers filteredRows(const FolderRows &rows, const FolderFilter &filter, const RowNumbers &all);

} // namespace models
