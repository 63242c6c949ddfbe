// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/filetask.h"
#include "engine/api/storage/storage.h"

#include <QDateTime>

/// Texts about files. Pure functions; translated, in the user's locale.
namespace models {

/// "today 13:31", in this year "9 Nov 17:58", else "14 Jan 2025"; empty for an unknown time.
[[nodiscard]] QString changedTime(qint64 modifiedMs, const QDateTime &now);
/// "rw-r--r--"; empty when the place has no modes.
[[nodiscard]] QString modeText(int mode);
/// "Folder", "Link to a folder", "File".
[[nodiscard]] QString kindText(const engine::StorageEntry &entry);
/// Name of a bundled icon, by kind and suffix.
[[nodiscard]] QString iconNameOf(const engine::StorageEntry &entry);
/// "3.8 of 9.6 TB free", "212 GB of 1.2 TB free".
[[nodiscard]] QString freeText(const engine::SpaceInfo &space);
/// Name of a machine or storage account; "This computer" for an empty \a place.
[[nodiscard]] QString placeName(const QString &place);
/// The containers of a storage account: no folder that files can be in.
[[nodiscard]] bool isContainerList(const engine::Location &folder);
[[nodiscard]] bool isContainer(const engine::Location &location);
[[nodiscard]] QString filesText(qint64 count); ///< "1 file", "1,317 files"
[[nodiscard]] QString foldersText(qint64 count);
[[nodiscard]] QString entriesText(qint64 count); ///< files and folders
[[nodiscard]] QString countText(const engine::FileCount &count); ///< "2 files and 1 folder, 6 B"

} // namespace models
