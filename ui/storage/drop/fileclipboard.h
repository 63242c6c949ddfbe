// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

namespace ui {

enum class FileIntent { Copy, Move };

/// Files of any place on the clipboard, after Ctrl+C or Ctrl+X.
struct TakenFiles
{
    QList<engine::Location> locations; ///< empty: none
    FileIntent intent = FileIntent::Copy;
};

/// Puts files on the clipboard; for other programs, files of this computer as URLs, of a machine as text.
void putFiles(const QList<engine::Location> &locations, FileIntent intent);
/// Files on the clipboard, also of other programs. Files to be moved are removed from the clipboard.
[[nodiscard]] TakenFiles takenFiles();
[[nodiscard]] bool hasFiles();

} // namespace ui
