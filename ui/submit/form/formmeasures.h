// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QLineEdit>

/// Shared by fields of the submit form.
namespace ui {

inline constexpr int smallField = 100; ///< pixels wide
inline constexpr int mediumField = 180;

/// Sets \a text with the cursor at the beginning, for long commands; no effect if unchanged.
inline void setFromBeginning(QLineEdit *line, const QString &text)
{
    if (line->text() == text)
        return;
    line->setText(text);
    line->setCursorPosition(0);
}

} // namespace ui
