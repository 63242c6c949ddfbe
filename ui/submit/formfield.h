// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/theme/tokens.h"
#include "ui/widgets/tonelabel.h"

namespace ui {

/// A field of a form, the label below it that tells its faults, and the keys of the property that it edits.
struct FormField
{
    QWidget *widget = nullptr;
    ToneLabel *fault = nullptr;
    QStringList keys;

    /// A label for faults, hidden; \a name becomes its object name behind "fault-".
    [[nodiscard]] static ToneLabel *newFault(const QString &name)
    {
        auto *label = new ToneLabel(ToneLabel::Tone::Failed, {}, nullptr, textFont(12));
        label->setObjectName(QStringLiteral("fault-") + name);
        label->hide();
        return label;
    }
    void clearFault() const
    {
        fault->clear();
        fault->hide();
    }
    void addFault(const QString &words) const
    {
        fault->setText(fault->text().isEmpty() ? words : QString(fault->text() + QLatin1Char('\n') + words));
        fault->show();
    }
};

} // namespace ui
