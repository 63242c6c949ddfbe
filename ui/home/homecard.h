// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QWidget>

namespace ui {

/// Background of a card of Home, with an icon at the left; the first card is emphasised.
class HomeCard final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HomeCard)

public:
    static constexpr int textLeft = 76;

    HomeCard(QString iconName, bool first, QWidget *parent);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_iconName;
    bool m_first;
};

} // namespace ui
