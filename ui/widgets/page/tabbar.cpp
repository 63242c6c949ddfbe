// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/page/tabbar.h"

namespace ui {

TabBar::TabBar(QWidget *parent) : QTabBar(parent)
{
    setDrawBase(false);
    setExpanding(false);
}

// QTabBar tells its layout of another size only while it is visible: one that was empty would stay without height.
void TabBar::tabLayoutChange()
{
    if (!isVisible())
        updateGeometry();
}

} // namespace ui
