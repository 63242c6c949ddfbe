// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QTabBar>

namespace ui {

/// The tab bar of pages. Updates its size also when tabs are added while it is hidden.
class TabBar final : public QTabBar
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TabBar)

public:
    explicit TabBar(QWidget *parent = nullptr);

protected:
    void tabLayoutChange() override;
};

} // namespace ui
