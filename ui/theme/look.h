// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/theme/tokens.h"

namespace ui {

/// Makes tokens() answer with the colours of \a value. Only applyTheme() calls it: the palette has to follow.
void setLook(Look value);

} // namespace ui
