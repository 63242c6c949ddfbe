// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QStringList>

#include <functional>

namespace ui {

/// The program and its arguments that show \a command in the desktop's terminal: xdg-terminal-exec, what \a preferred
/// ($TERMINAL) names, then what is common. Each program takes a command in its own way. Empty when \a isInstalled
/// knows none of them. Pure.
[[nodiscard]] QStringList terminalLine(const QStringList &command, const QString &preferred,
                                       const std::function<bool(const QString &program)> &isInstalled);
/// Starts it beside this program. NotFound when there is no terminal, IoError when it would not start.
[[nodiscard]] engine::Result<void> openTerminal(const QStringList &command);
/// \a command as one types it into a shell; words may be names of files (engine/api/paths.h), of which bash and its
/// like take every byte.
[[nodiscard]] QString shellLine(const QStringList &command);

} // namespace ui
