// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/transfer/progresstrack.h"

#include <QPainter>

namespace ui {

ProgressTrack::ProgressTrack(QWidget *parent) : QWidget(parent)
{
    setFixedSize(150, 6);
}

void ProgressTrack::setValue(int percent, Mark mark)
{
    if (percent == m_percent && mark == m_mark)
        return;
    m_percent = percent;
    m_mark = mark;
    update();
}

void ProgressTrack::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens().line);
    painter.drawRoundedRect(rect(), 3, 3);
    if (m_percent < 0) {
        painter.setBrush(QBrush(tokens().line2, Qt::BDiagPattern));
        painter.drawRoundedRect(rect(), 3, 3);
    } else if (m_percent > 0) {
        painter.setBrush(tokens().colour(m_mark));
        painter.drawRoundedRect(QRectF(0, 0, qMax(6.0, width() * m_percent / 100.0), height()), 3, 3);
    }
}

} // namespace ui
