// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/theme/icons.h"

#include <QPainter>
#include <QPainterPath>

namespace ui {

namespace {

// Marks are drawn on a grid of 16 pixels; \a hole is the background colour of gaps.
struct Pens
{
    QPainter &painter;
    QColor colour;
    QColor hole;

    void stroke(double width, const QColor &with, const QList<qreal> &dashes = {})
    {
        QPen pen(with, width, Qt::SolidLine, dashes.isEmpty() ? Qt::RoundCap : Qt::FlatCap, Qt::RoundJoin);
        if (!dashes.isEmpty()) {
            QList<qreal> inWidths;
            for (const qreal dash : dashes)
                inWidths.append(dash / width);
            pen.setDashPattern(inWidths);
        }
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
    }
    void fill(const QColor &with)
    {
        painter.setPen(Qt::NoPen);
        painter.setBrush(with);
    }
    void disc(double radius) { painter.drawEllipse(QPointF(8, 8), radius, radius); }
    void lines(std::initializer_list<QPointF> points) { painter.drawPolyline(points.begin(), int(points.size())); }
    void polygon(std::initializer_list<QPointF> points) { painter.drawPolygon(points.begin(), int(points.size())); }
};

void paintQueued(Pens &p)
{
    p.stroke(1.5, p.colour);
    p.disc(5.75);
    p.lines({{8, 5}, {8, 8.2}, {10, 9.5}});
}

void paintPreparing(Pens &p)
{
    p.stroke(1.8, p.colour, {3.01, 3.01});
    p.disc(5.75);
    p.fill(p.colour);
    p.disc(2);
}

void paintRunning(Pens &p)
{
    p.fill(p.colour);
    p.disc(6.75);
    p.fill(p.hole);
    p.polygon({{6.3, 5}, {6.3, 11}, {11.1, 8}});
}

void paintTerminating(Pens &p)
{
    p.fill(p.colour);
    p.painter.drawRoundedRect(QRectF(1.75, 1.75, 12.5, 12.5), 3, 3);
    p.fill(p.hole);
    p.painter.drawRoundedRect(QRectF(5.25, 5.25, 5.5, 5.5), 0.8, 0.8);
}

void paintSucceeded(Pens &p)
{
    p.fill(p.colour);
    p.disc(6.75);
    p.stroke(1.7, p.hole);
    p.lines({{4.9, 8.2}, {7.1, 10.4}, {11.1, 6}});
}

void paintFailed(Pens &p)
{
    p.fill(p.colour);
    p.polygon({{5.1, 1.2}, {10.9, 1.2}, {14.8, 5.1}, {14.8, 10.9}, {10.9, 14.8}, {5.1, 14.8}, {1.2, 10.9}, {1.2, 5.1}});
    p.stroke(1.7, p.hole);
    p.lines({{5.6, 5.6}, {10.4, 10.4}});
    p.lines({{10.4, 5.6}, {5.6, 10.4}});
}

void paintOffline(Pens &p)
{
    p.stroke(1.5, p.colour, {2, 1.6});
    p.disc(5.75);
    p.stroke(1.5, p.colour);
    p.lines({{2.5, 13.5}, {13.5, 2.5}});
}

void paintUnusable(Pens &p)
{
    p.stroke(1, p.colour);
    p.painter.setBrush(p.colour);
    p.polygon({{8, 1.3}, {15.2, 14.2}, {0.8, 14.2}});
    p.stroke(1.7, p.hole);
    p.lines({{8, 6}, {8, 9.6}});
    p.lines({{8, 11.9}, {8.01, 11.9}});
}

void paintForeign(Pens &p)
{
    QPainterPath square;
    square.addRoundedRect(QRectF(2, 2, 12, 12), 1.5, 1.5);
    p.painter.save();
    p.painter.setClipPath(square, Qt::IntersectClip);
    p.stroke(1.5, p.colour);
    for (double x = -8; x < 16; x += 4.95)
        p.lines({{x, 15}, {x + 14, 1}});
    p.painter.restore();
    p.stroke(1.4, p.colour);
    p.painter.drawPath(square);
}

void paintOnline(Pens &p)
{
    p.fill(p.colour);
    p.disc(4.25);
}

void paintIdle(Pens &p)
{
    p.stroke(2, p.colour);
    p.disc(5.5);
}

constexpr std::array painters{paintQueued,  paintPreparing, paintRunning, paintTerminating, paintSucceeded, paintFailed,
                              paintOffline, paintUnusable,  paintForeign, paintOnline,      paintIdle}; // by Mark

} // namespace

void paintMark(QPainter &painter, const QRectF &rect, Mark mark)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double side = qMin(rect.width(), rect.height());
    painter.translate(rect.center() - QPointF(side / 2, side / 2));
    painter.scale(side / 16, side / 16);
    Pens pens{painter, tokens().colour(mark), tokens().surface};
    painters[size_t(mark)](pens);
    painter.restore();
}

} // namespace ui
