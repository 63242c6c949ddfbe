// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QGridLayout>
#include <QLineEdit>

/// What the two grids of the submit form, which stand below each other, have in common.
namespace ui {

inline constexpr int smallField = 100;
inline constexpr int mediumField = 180;

inline void arrangeForm(QGridLayout *grid)
{
    constexpr int labelWidth = 116;
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    grid->setColumnMinimumWidth(0, labelWidth);
    grid->setColumnStretch(1, 1);
}

/// A long command is read from its beginning; the same text leaves the cursor alone.
inline void setFromBeginning(QLineEdit *line, const QString &text)
{
    if (line->text() == text)
        return;
    line->setText(text);
    line->setCursorPosition(0);
}

} // namespace ui
