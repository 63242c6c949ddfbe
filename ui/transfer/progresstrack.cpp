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
    paintTrack(painter, rect(), m_percent, m_mark);
}

void paintTrack(QPainter &painter, const QRectF &room, int percent, Mark mark)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens().line);
    painter.drawRoundedRect(room, 3, 3);
    if (percent < 0) {
        painter.setBrush(QBrush(tokens().line2, Qt::BDiagPattern));
        painter.drawRoundedRect(room, 3, 3);
    } else if (percent > 0) {
        painter.setBrush(tokens().colour(mark));
        painter.drawRoundedRect(
            QRectF(room.topLeft(), QSizeF(qMax(6.0, room.width() * percent / 100.0), room.height())), 3, 3);
    }
    painter.restore();
}

} // namespace ui
