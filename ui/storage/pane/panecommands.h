// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <functional>

namespace ui {

class FilePane;

/// The command that opens a shell in \a path of this computer.
[[nodiscard]] QStringList shellHere(const QString &path);
/// \a login, the command line that logs in to a machine, made to begin in \a path there.
[[nodiscard]] QStringList shellThere(QStringList login, const QString &path);

/// Opens a terminal in the pane's folder: here, or logged in to \a machine. What fails is said in the pane.
void openTerminalIn(engine::EngineClient &client, FilePane *pane, const engine::ResourceId &machine);
/// Connects \a machine, and lists the pane's folder anew; without one only that. What fails is said in the pane, unless
/// something is asked: then \a open, which shows the machine's page, where it is answered.
void connectMachineOf(engine::EngineClient &client, FilePane *pane, const engine::ResourceId &machine,
                      const std::function<void()> &open);

} // namespace ui
