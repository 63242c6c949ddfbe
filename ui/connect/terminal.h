// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QStringList>

#include <functional>

namespace ui {

/// Program and arguments that run \a command in a terminal: xdg-terminal-exec, \a preferred ($TERMINAL), or another
/// common terminal, each with its own syntax. Empty if \a isInstalled is false for all. Pure.
[[nodiscard]] QStringList terminalLine(const QStringList &command, const QString &preferred,
                                       const std::function<bool(const QString &program)> &isInstalled);
/// Starts \a command in a terminal, detached. Errors: NotFound (no terminal), IoError (could not start).
[[nodiscard]] engine::Result<void> openTerminal(const QStringList &command);
/// \a command quoted for a shell. Words may be file names (engine/api/paths.h); invalid UTF-8 is quoted as bytes for
/// shells with $'…', such as bash.
[[nodiscard]] QString shellLine(const QStringList &command);

} // namespace ui
