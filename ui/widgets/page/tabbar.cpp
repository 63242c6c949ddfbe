// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/page/tabbar.h"

namespace ui {

TabBar::TabBar(QWidget *parent) : QTabBar(parent)
{
    setDrawBase(false);
    setExpanding(false);
}

// QTabBar updates its geometry only while visible: a hidden empty bar would keep a height of 0.
void TabBar::tabLayoutChange()
{
    if (!isVisible())
        updateGeometry();
}

} // namespace ui
