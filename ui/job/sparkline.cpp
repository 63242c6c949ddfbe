// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/sparkline.h"

#include "ui/theme/tokens.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPolygonF>

namespace ui {

namespace {

constexpr int plotHeight = 26;

} // namespace

QColor colourOf(models::Measure measure)
{
    switch (measure) {
    case models::Measure::GpuUse:
        return tokens().colour(Mark::Running);
    case models::Measure::Cpu:
        return tokens().series[1];
    case models::Measure::Memory:
    case models::Measure::GpuMemory:
        break;
    }
    return tokens().series[2];
}

int sparklineHeight()
{
    return QFontMetrics(textFont(12)).height() + 2 + plotHeight;
}

void paintSparkline(QPainter &painter, const Sparkline &line, const QRect &cell, qint64 begin, qint64 end)
{
    const QFontMetrics valueMetrics(textFont(12, QFont::Medium));
    const QRect words(cell.topLeft(), QSize(cell.width(), valueMetrics.height()));
    painter.setFont(textFont(12));
    painter.setPen(tokens().text2);
    const int room = cell.width() - valueMetrics.horizontalAdvance(line.value) - 6;
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(line.title, Qt::ElideMiddle, room));
    painter.setFont(textFont(12, QFont::Medium));
    painter.setPen(tokens().text);
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, line.value);
    const QRect plot(QPoint(cell.left(), words.bottom() + 3), cell.bottomRight());
    painter.fillRect(plot, tokens().alt);
    if (line.points.isEmpty())
        return;

    const double span = qMax(1.0, double(end - begin));
    const auto place = [&](const QPointF &point) {
        return QPointF(plot.left() + (point.x() - double(begin)) / span * plot.width(),
                       plot.bottom() - point.y() / 100 * (plot.height() - 2));
    };
    QPolygonF curve;
    curve.reserve(line.points.size() + 2);
    for (const QPointF &point : line.points)
        curve.append(place(point));
    if (curve.size() == 1) // one value so far: a level, not a speck
        curve = {{double(plot.left()), curve.constFirst().y()}, {plot.right() + 1.0, curve.constFirst().y()}};
    QPolygonF area = curve;
    area << QPointF(curve.constLast().x(), plot.bottom() + 1) << QPointF(curve.constFirst().x(), plot.bottom() + 1);
    const QColor colour = colourOf(line.measure);
    QColor fill = colour;
    fill.setAlpha(tokens().areaAlpha);
    painter.save();
    painter.setClipRect(plot);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawPolygon(area);
    painter.setPen(QPen(colour, 1.25));
    painter.drawPolyline(curve);
    painter.restore();
}

} // namespace ui
