// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/chart/sparkline.h"

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

double curveY(const QRect &plot, double percent)
{
    return plot.bottom() - percent / 100 * (plot.height() - 2);
}

double curveX(const QRect &plot, double time, qint64 begin, qint64 end)
{
    return plot.left() + (time - double(begin)) / qMax(1.0, double(end - begin)) * plot.width();
}

namespace {

// Paints the points (x: UTC ms, y: percent) as a line with the area below; a single point as a horizontal line.
void paintCurve(QPainter &painter, const QList<QPointF> &points, models::Measure measure, const QRect &plot,
                qint64 begin, qint64 end)
{
    if (points.isEmpty())
        return;
    QPolygonF curve;
    curve.reserve(points.size() + 2);
    for (const QPointF &point : points)
        curve.append({curveX(plot, point.x(), begin, end), curveY(plot, point.y())});
    if (curve.size() == 1) // a horizontal line
        curve = {{double(plot.left()), curve.constFirst().y()}, {plot.right() + 1.0, curve.constFirst().y()}};
    QPolygonF area = curve;
    area << QPointF(curve.constLast().x(), plot.bottom() + 1) << QPointF(curve.constFirst().x(), plot.bottom() + 1);
    const QColor colour = colourOf(measure);
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

} // namespace

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
    paintCurve(painter, line.points, line.measure, plot, begin, end);
}

} // namespace ui
