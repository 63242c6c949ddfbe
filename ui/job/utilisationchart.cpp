// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/utilisationchart.h"

#include "ui/job/utilisationstrip.h"
#include "ui/theme/tokens.h"

#include <QAreaSeries>
#include <QChart>
#include <QChartView>
#include <QDateTime>
#include <QEvent>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int titleHeight = 30; // half a label of 100 % reaches into it
constexpr int topPercent = 102; // a line at 100 % keeps its width
constexpr int timeHeight = 18;
constexpr int percentWidth = 36;
constexpr int labelledHeight = 70; // above it there is room for 0, 50, 100 beside the plot

// The round step of time that leaves at most \a most of them in \a span.
qint64 roundStep(qint64 span, int most)
{
    constexpr std::array<qint64, 17> seconds{1,   2,    5,    10,   15,    30,    60,    120,   300,
                                             600, 1800, 3600, 7200, 21600, 43200, 86400, 172800};
    for (const qint64 step : seconds) {
        if (span / (step * 1000) <= most)
            return step * 1000;
    }
    return qMax<qint64>(1, span / most);
}

QString timeText(qint64 time, qint64 step)
{
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(time);
    return step < 60000   ? local.toString(u"HH:mm:ss"_s)
        : step < 86400000 ? local.toString(u"HH:mm"_s)
                          : QLocale().toString(local.date(), u"d MMM"_s);
}

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
    m_chart->setBackgroundRoundness(0);
    m_chart->addSeries(m_area);
    m_chart->addSeries(m_line); // the area's own pen would draw its ends too
    m_chart->addAxis(m_time, Qt::AlignBottom);
    m_chart->addAxis(m_percent, Qt::AlignLeft);
    m_area->attachAxis(m_time);
    m_area->attachAxis(m_percent);
    m_line->attachAxis(m_time);
    m_line->attachAxis(m_percent);
    m_percent->setRange(0, topPercent);
    m_percent->setTickType(QValueAxis::TicksDynamic);
    m_percent->setTickInterval(50);
    m_time->setTickType(QValueAxis::TicksDynamic);
    for (QValueAxis *axis : {m_time, m_percent}) {
        axis->setLabelsVisible(false);
        axis->setLineVisible(false);
    }
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setRenderHint(QPainter::Antialiasing);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setAttribute(Qt::WA_TransparentForMouseEvents);
    setMinimumSize(120, titleHeight + 28 + timeHeight);
    applyColours();
}

void UtilisationChart::setPoints(const QList<QPointF> &points, qint64 from, qint64 to)
{
    const qint64 end = qMax(to, from + 1000);
    const qint64 step = roundStep(end - from, qMax(1, plotWidth() / 90));
    // A step that shrinks before its range, or grows after it, would ask for thousands of ticks in between.
    m_time->setTickInterval(double(qMax(step, qint64(m_time->max() - m_time->min()))));
    m_time->setTickAnchor(double((from / step + 1) * step));
    m_time->setRange(double(from), double(end));
    m_time->setTickInterval(double(step));
    // One value so far is a level: a line needs two ends.
    const QList<QPointF> shown = points.size() == 1
        ? QList<QPointF>{{double(from), points.constFirst().y()}, {double(end), points.constFirst().y()}}
        : points;
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

QList<QPointF> UtilisationChart::points() const
{
    return m_line->points();
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
    const QRect titleRow(0, 0, width(), titleHeight - 10);
    painter.setFont(textFont(12.5, QFont::Medium));
    painter.setPen(tokens().text);
    painter.drawText(titleRow, Qt::AlignRight | Qt::AlignVCenter, m_value);
    const int room = width() - painter.fontMetrics().horizontalAdvance(m_value) - 8;
    painter.drawText(titleRow, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_title, Qt::ElideRight, room));
    painter.setFont(textFont(11));
    painter.setPen(tokens().text3);
    const QRect plot = plotRect();
    if (plot.height() >= labelledHeight) {
        for (const int level : {0, 50, 100})
            painter.drawText(QRect(0, plot.bottom() - level * plot.height() / topPercent - 8, percentWidth - 8, 16),
                             Qt::AlignRight | Qt::AlignVCenter, QString::number(level));
    }
    const auto step = qint64(m_time->tickInterval());
    const double span = m_time->max() - m_time->min();
    if (step <= 0 || m_line->points().isEmpty())
        return;
    for (auto time = qint64(m_time->tickAnchor()); double(time) <= m_time->max(); time += step) {
        const int x = plot.left() + int((double(time) - m_time->min()) / span * plot.width());
        const QString text = timeText(time, step);
        const int half = painter.fontMetrics().horizontalAdvance(text) / 2 + 1;
        if (x - half >= 0 && x + half <= width())
            painter.drawText(QRect(x - half, plot.bottom() + 2, 2 * half, timeHeight - 2), Qt::AlignCenter, text);
    }
}

void UtilisationChart::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_view->setGeometry(plotRect());
    m_chart->setPlotArea(QRectF(QPointF(), QSizeF(plotRect().size())));
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
    m_chart->setBackgroundBrush(tokens().alt);
    m_chart->setBackgroundPen(Qt::NoPen);
    m_view->setBackgroundBrush(tokens().alt);
    for (QValueAxis *axis : {m_time, m_percent})
        axis->setGridLinePen(QPen(tokens().grid, 1));
}

} // namespace ui
