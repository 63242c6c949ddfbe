// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/chart/utilisationchart.h"

#include "ui/job/chart/sparkline.h"
#include "ui/theme/tokens.h"

#include <QAreaSeries>
#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>

namespace ui {

namespace {

constexpr int titleHeight = 30; // contains half the label of 100 %
constexpr int timeHeight = 18;
constexpr int percentWidth = 36;
constexpr int labelledHeight = 70; // a taller plot has labels for 0, 50, 100
constexpr int roomOfTime = 90;
constexpr double overhang = 2; // percent; extends the axis at both ends for the line width

} // namespace

UtilisationChart::UtilisationChart(const QString &title, models::Measure measure, QWidget *parent)
    : QWidget(parent), m_title(title), m_measure(measure), m_chart(new QChart), m_view(new QChartView(m_chart, this)),
      m_line(new QLineSeries(this)), m_floor(new QLineSeries(this)), m_area(new QAreaSeries(m_line, m_floor)),
      m_time(new QValueAxis(this)), m_percent(new QValueAxis(this))
{
    setAccessibleName(title);
    m_chart->setAnimationOptions(QChart::NoAnimation);
    m_chart->legend()->hide();
    m_chart->setMargins({});
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_chart->setBackgroundVisible(false);
    m_chart->addSeries(m_area);
    m_chart->addSeries(m_line); // the pen of the area would also draw its left and right edges
    m_chart->addAxis(m_time, Qt::AlignBottom);
    m_chart->addAxis(m_percent, Qt::AlignLeft);
    for (QAbstractSeries *series : {static_cast<QAbstractSeries *>(m_area), static_cast<QAbstractSeries *>(m_line)}) {
        series->attachAxis(m_time);
        series->attachAxis(m_percent);
    }
    m_percent->setRange(-overhang, 100 + overhang);
    m_time->setVisible(false);
    m_percent->setVisible(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setBackgroundBrush(Qt::NoBrush);
    m_view->viewport()->setAutoFillBackground(false);
    m_view->setRenderHint(QPainter::Antialiasing);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setAttribute(Qt::WA_TransparentForMouseEvents);
    setMinimumSize(120, titleHeight + 28 + timeHeight);
    applyColours();
}

void UtilisationChart::setPoints(const QList<QPointF> &points, qint64 from, qint64 to)
{
    const double begin = double(from);
    const double end = double(qMax(to, from + 1000));
    m_time->setRange(begin, end);
    // A single value is drawn as a horizontal line.
    const QList<QPointF> shown =
        points.size() == 1 ? QList<QPointF>{{begin, points.constFirst().y()}, {end, points.constFirst().y()}} : points;
    m_line->replace(shown);
    m_floor->replace(shown.isEmpty() ? QList<QPointF>()
                                     : QList<QPointF>{{shown.constFirst().x(), 0}, {shown.constLast().x(), 0}});
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

// Grid lines are at their labels; a time whose label does not fit has no line.
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
    if (m_line->count() == 0)
        return;
    const auto from = qint64(m_time->min());
    const auto to = qint64(m_time->max());
    for (const models::TimeTick &tick : models::timeTicks(from, to, qMax(2, plot.width() / roomOfTime))) {
        const int x = qRound(curveX(plot, double(tick.time), from, to));
        const int half = painter.fontMetrics().horizontalAdvance(tick.text) / 2 + 1;
        if (x - half < 0 || x + half > width())
            continue;
        painter.fillRect(x, plot.top(), 1, plot.height(), tokens().grid);
        painter.drawText(QRect(x - half, plot.bottom() + 2, 2 * half, timeHeight - 2), Qt::AlignCenter, tick.text);
    }
}

// Makes the chart map values as curveX() and curveY() do.
void UtilisationChart::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const QRect plot = plotRect();
    m_view->setGeometry(plot);
    const double top = curveY(plot, 100 + overhang) - plot.top();
    const double bottom = curveY(plot, -overhang) - plot.top();
    m_chart->setPlotArea(QRectF(0, top, plot.width(), bottom - top));
}

void UtilisationChart::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColours();
}

void UtilisationChart::applyColours()
{
    const QColor colour = colourOf(m_measure);
    QColor fill = colour;
    fill.setAlpha(tokens().areaAlpha);
    m_line->setPen(QPen(colour, 1.25));
    m_area->setPen(Qt::NoPen);
    m_area->setBrush(fill);
}

} // namespace ui
