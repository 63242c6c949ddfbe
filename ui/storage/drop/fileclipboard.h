// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

namespace ui {

enum class FileIntent { Copy, Move };

/// Files on the clipboard, of any place: Ctrl+C or Ctrl+X was pressed on them.
struct TakenFiles
{
    QList<engine::Location> locations; ///< empty: there are none
    FileIntent intent = FileIntent::Copy;
};

/// Files of this computer are put there for other programs, too; those of a machine as text.
void putFiles(const QList<engine::Location> &locations, FileIntent intent);
/// Also what another program put there; to be moved they are taken once.
[[nodiscard]] TakenFiles takenFiles();
[[nodiscard]] bool hasFiles();

} // namespace ui
