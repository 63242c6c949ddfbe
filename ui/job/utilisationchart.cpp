// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/utilisationchart.h"

#include "ui/job/sparkline.h"
#include "ui/theme/tokens.h"

#include <QPainter>

namespace ui {

namespace {

constexpr int titleHeight = 30; // half a label of 100 % reaches into it
constexpr int timeHeight = 18;
constexpr int percentWidth = 36;
constexpr int labelledHeight = 70; // above it there is room for 0, 50, 100 beside the plot
constexpr int roomOfTime = 90;

} // namespace

UtilisationChart::UtilisationChart(const QString &title, models::Measure measure, QWidget *parent)
    : QWidget(parent), m_title(title), m_measure(measure)
{
    setAccessibleName(title);
    setMinimumSize(120, titleHeight + 28 + timeHeight);
}

void UtilisationChart::setPoints(const QList<QPointF> &points, qint64 from, qint64 to)
{
    m_points = points;
    m_from = from;
    m_to = qMax(to, from + 1000);
    update();
}

void UtilisationChart::setValue(const QString &text)
{
    if (m_value == text)
        return;
    m_value = text;
    setAccessibleDescription(text);
    update();
}

QRect UtilisationChart::plotRect() const
{
    QRect plot = rect().adjusted(0, titleHeight, 0, -timeHeight);
    if (plot.height() >= labelledHeight)
        plot.setLeft(plot.left() + percentWidth);
    return plot;
}

void UtilisationChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRect plot = plotRect();
    paintTitle(painter);
    painter.fillRect(plot, tokens().alt);
    paintGrid(painter, plot);
    paintCurve(painter, m_points, m_measure, plot, m_from, m_to);
}

void UtilisationChart::paintTitle(QPainter &painter) const
{
    const QRect row(0, 0, width(), titleHeight - 10);
    painter.setFont(textFont(12.5, QFont::Medium));
    painter.setPen(tokens().text);
    painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, m_value);
    const int room = width() - painter.fontMetrics().horizontalAdvance(m_value) - 8;
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_title, Qt::ElideRight, room));
}

// A line of the grid and its label have one place. A time whose label has no room has no line.
void UtilisationChart::paintGrid(QPainter &painter, const QRect &plot) const
{
    painter.setFont(textFont(11));
    painter.setPen(tokens().text3);
    for (const int level : {0, 50, 100}) {
        const int y = qRound(curveY(plot, level));
        painter.fillRect(plot.left(), y, plot.width(), 1, tokens().grid);
        if (plot.height() >= labelledHeight)
            painter.drawText(QRect(0, y - 8, percentWidth - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
                             QString::number(level));
    }
    if (m_points.isEmpty())
        return;
    for (const models::TimeTick &tick : models::timeTicks(m_from, m_to, qMax(2, plot.width() / roomOfTime))) {
        const int x = qRound(curveX(plot, double(tick.time), m_from, m_to));
        const int half = painter.fontMetrics().horizontalAdvance(tick.text) / 2 + 1;
        if (x - half < 0 || x + half > width())
            continue;
        painter.fillRect(x, plot.top(), 1, plot.height(), tokens().grid);
        painter.drawText(QRect(x - half, plot.bottom() + 2, 2 * half, timeHeight - 2), Qt::AlignCenter, tick.text);
    }
}

} // namespace ui
