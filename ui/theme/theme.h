// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/theme/tokens.h"

class QApplication;

namespace ui {

enum class LookChoice { Desktop, Light, Dark };

/// Applies style, palette and fonts. May be called again: all widgets repaint in the new look. Desktop follows the
/// lightness of the platform's palette at the first call. GUI thread.
void applyTheme(QApplication &application, LookChoice choice);
[[nodiscard]] LookChoice lookChoice();

} // namespace ui
