// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/widgets/layouts.h"

#include <QFrame>
#include <QScrollArea>

namespace ui {

// Shared by the panels beside a file pane.

inline constexpr int sidePanelWidth = 372;

inline void makeSidePanel(QFrame &panel)
{
    constexpr int narrowest = 280;
    panel.setMinimumWidth(narrowest);
    panel.setMaximumWidth(sidePanelWidth);
    panel.setAutoFillBackground(true);
    panel.setBackgroundRole(QPalette::Base);
}

/// Scrolls \a content vertically if the window is too low.
[[nodiscard]] inline QScrollArea *newSideScroll(QWidget *content, QWidget *parent)
{
    content->setBackgroundRole(QPalette::Base);
    QScrollArea *scroll = newScrollArea(content, parent);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    return scroll;
}

} // namespace ui
