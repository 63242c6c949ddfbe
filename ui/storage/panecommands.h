// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

namespace ui {

class FilePane;

/// The command that opens a shell in \a path of this computer.
[[nodiscard]] QStringList shellHere(const QString &path);
/// \a login, the command line that logs in to a machine, made to begin in \a path there.
[[nodiscard]] QStringList shellThere(QStringList login, const QString &path);

/// Opens a terminal in the pane's folder: here, or logged in to \a machine. What fails is said in the pane.
void openTerminalIn(engine::EngineClient &client, FilePane *pane, const engine::ResourceId &machine);

} // namespace ui
