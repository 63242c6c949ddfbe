// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/home/homecard.h"

#include "ui/theme/icons.h"

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
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_first ? t.accent : t.line);
    painter.setBrush(m_first ? t.ground(Mark::Running) : t.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    const QRectF tile(16.5, height() / 2.0 - 21, 42, 42);
    painter.setPen(t.line);
    painter.setBrush(m_first ? t.surface : t.alt);
    painter.drawRoundedRect(tile, 6, 6);
    paintIcon(painter, tile.adjusted(10.5, 10.5, -10.5, -10.5), m_iconName, m_first ? t.link : t.text2);
}

} // namespace ui
