// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/widgets/layouts.h"

#include <QFrame>

namespace ui {

/// A separator line of one pixel along \a direction.
[[nodiscard]] inline QFrame *newLine(Qt::Orientation direction = Qt::Horizontal)
{
    auto *line = new QFrame;
    line->setFrameShape(direction == Qt::Horizontal ? QFrame::HLine : QFrame::VLine);
    direction == Qt::Horizontal ? line->setFixedHeight(1) : line->setFixedWidth(1);
    return line;
}

/// Fills \a side, at the right edge of a page, with a line and \a panel.
inline void fillSide(QWidget *side, QWidget *panel)
{
    side->setLayout(newRow({}, 0, {newLine(Qt::Vertical), panel}));
}

} // namespace ui
