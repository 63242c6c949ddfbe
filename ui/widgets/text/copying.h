// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

namespace ui {

/// Puts \a text into the clipboard for a command: the window then says so.
void copyText(const QString &text);
/// What copyText() of this program put into the clipboard, in a sentence; empty when something else is in it.
[[nodiscard]] QString copiedWords();

} // namespace ui
