// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/widgets/text/faultlabel.h"
#include "ui/widgets/text/tonelabel.h"

namespace ui {

/// A field of a form, the label that tells its faults, and the keys of the property that it edits.
struct FormField
{
    QWidget *widget = nullptr;
    ToneLabel *fault = nullptr;
    QStringList keys;

    void clearFault() const { setFault(fault, {}); }
    void addFault(const QString &words) const
    {
        setFault(fault, fault->text().isEmpty() ? words : QString(fault->text() + QLatin1Char(' ') + words));
    }
};

} // namespace ui
