// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QLineEdit>

/// What the fields of the submit form have in common.
namespace ui {

inline constexpr int smallField = 100; ///< pixels wide
inline constexpr int mediumField = 180;

/// A long command is read from its beginning; the same text leaves the cursor alone.
inline void setFromBeginning(QLineEdit *line, const QString &text)
{
    if (line->text() == text)
        return;
    line->setText(text);
    line->setCursorPosition(0);
}

} // namespace ui
