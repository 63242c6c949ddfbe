// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/home/homecard.h"

#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"

#include <QPainter>

namespace ui {

HomeCard::HomeCard(QString iconName, bool first, QWidget *parent)
    : QWidget(parent), m_iconName(std::move(iconName)), m_first(first)
{
}

void HomeCard::paintEvent(QPaintEvent *)
{
    const Tokens &t = tokens();
    QPainter painter(this);
    drawBox(painter, rect(), 8, m_first ? t.accent : t.line, m_first ? t.ground(Mark::Running) : t.surface);
    const QRectF tile(16, height() / 2.0 - 21.5, 43, 43);
    drawBox(painter, tile, 6, t.line, m_first ? t.surface : t.alt);
    paintIcon(painter, tile.adjusted(11, 11, -11, -11), m_iconName, m_first ? t.link : t.text2);
}

} // namespace ui
