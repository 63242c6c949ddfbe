// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/submit/form/formfield.h"
#include "ui/widgets/layouts.h"

#include <QLabel>
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
    grid->setVerticalSpacing(1); // fields have the room for a fault between them
    grid->setColumnMinimumWidth(0, labelWidth);
    grid->setColumnStretch(1, 1);
}

/// A row of the form with its label, and where a fault of the field will stand: beside a small one, below another.
/// \a name is the fault label's.
inline FormField addFormRow(QGridLayout *grid, QLabel *label, QWidget *widget, const QString &name,
                            const QStringList &keys)
{
    const int row = grid->rowCount();
    const bool isSmall = widget->maximumWidth() <= mediumField;
    const FormField field{widget, newFaultLabel(name, isSmall ? FaultPlace::Beside : FaultPlace::Below), keys};
    label->setBuddy(widget);
    grid->addWidget(label, row, 0);
    if (isSmall) {
        grid->addLayout(newRow({}, 12, {widget, {field.fault, 1}}), row, 1);
        grid->setRowMinimumHeight(row, 2 * field.fault->fontMetrics().lineSpacing() + 4);
    } else {
        grid->addWidget(widget, row, 1);
        grid->addWidget(field.fault, row + 1, 1);
    }
    return field;
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
