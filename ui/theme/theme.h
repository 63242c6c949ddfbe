// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/theme/tokens.h"

class QApplication;

namespace ui {

enum class LookChoice { Desktop, Light, Dark };

/// Fusion, our proxy style, palette and fonts. Callable again at any time: every widget repaints in the new look.
/// Desktop follows the lightness of the palette that the platform gave at the first call. GUI thread.
void applyTheme(QApplication &application, LookChoice choice);
[[nodiscard]] LookChoice lookChoice();

} // namespace ui
