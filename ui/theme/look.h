// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/theme/tokens.h"

namespace ui {

/// Selects the colours of tokens(). Called only by applyTheme(), which also sets the palette.
void setLook(Look value);

} // namespace ui
