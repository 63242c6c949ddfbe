// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <functional>

namespace ui {

class FilePane;

/// The command that opens a shell in \a path of this computer.
[[nodiscard]] QStringList shellHere(const QString &path);
/// \a login is the command line of an SSH login; answers it with a shell in \a path of that machine.
[[nodiscard]] QStringList shellThere(QStringList login, const QString &path);

/// Opens a terminal in the pane's folder, on this computer or logged in to \a machine. The pane shows errors.
void openTerminalIn(engine::EngineClient &client, FilePane *pane, const engine::ResourceId &machine);
/// Connects \a machine, if valid, and lists the pane's folder again. The pane shows errors. If the machine has a
/// question, calls \a open, which shows its page.
void connectMachineOf(engine::EngineClient &client, FilePane *pane, const engine::ResourceId &machine,
                      const std::function<void()> &open);

} // namespace ui
