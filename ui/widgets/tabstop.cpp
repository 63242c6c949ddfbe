// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/tabstop.h"

#include <QAbstractButton>
#include <QButtonGroup>

namespace ui {

void keepOneTabStop(const QButtonGroup &group)
{
    const QAbstractButton *checked = group.checkedButton();
    const auto buttons = group.buttons();
    for (QAbstractButton *button : buttons)
        button->setFocusPolicy(!checked || button == checked ? Qt::StrongFocus : Qt::ClickFocus);
}

} // namespace ui
