// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

namespace ui {

/// Copies \a text to the clipboard for a command; the window then shows a notice.
void copyText(const QString &text);
/// A sentence about the text that copyText() is just copying; empty for other changes of the clipboard.
[[nodiscard]] QString copiedWords();

} // namespace ui
