// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/utilisationstrip.h"

#include "ui/theme/tokens.h"

#include <QEvent>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int margin = 16;
constexpr int gap = 12;
constexpr int plotHeight = 26;
constexpr int smallestCell = 96; // "GPU 12   100 %"

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

QString percentText(std::optional<double> percent)
{
    return percent ? QLocale().toString(*percent, 'f', 0) + u" %"_s : QString();
}

UtilisationStrip::UtilisationStrip(const models::UtilisationModel &model, QWidget *parent)
    : QWidget(parent), m_model(model)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Utilisation"));
    connect(&model, &models::UtilisationModel::sampled, this, &UtilisationStrip::adopt);
    connect(&model, &QAbstractItemModel::modelReset, this, &UtilisationStrip::adopt);
    adopt();
}

QSize UtilisationStrip::sizeHint() const
{
    return {400, 8 + QFontMetrics(textFont(12)).height() + 2 + plotHeight + 9};
}

int UtilisationStrip::cellWidth(qsizetype count) const
{
    return int((width() - 2 * margin - (count - 1) * gap) / qMax<qsizetype>(1, count));
}

void UtilisationStrip::adopt()
{
    m_lines.clear();
    if (m_model.rowCount() > 0) {
        for (int gpu = 0; gpu < m_model.gpuCount(); ++gpu)
            addLine(tr("GPU %1").arg(gpu), models::Measure::GpuUse, gpu);
        addLine(tr("CPU"), models::Measure::Cpu);
        addLine(tr("Memory"), models::Measure::Memory);
    }
    QStringList words;
    for (const Line &line : std::as_const(m_lines))
        words.append(line.title + u' ' + line.value);
    setAccessibleDescription(words.join(u", "_s));
    setVisible(!m_lines.isEmpty());
    update();
}

void UtilisationStrip::addLine(const QString &title, models::Measure measure, int gpu)
{
    const int columns = qMax(1, cellWidth(m_model.gpuCount() + 2));
    m_lines.append({title, percentText(models::percentOf(m_model.samples().constLast(), measure, gpu)), measure,
                    m_model.points(measure, gpu, 0, columns)});
}

void UtilisationStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(tokens().line);
    painter.drawLine(0, height() - 1, width(), height() - 1);
    const qsizetype room = (width() - 2 * margin + gap) / (smallestCell + gap);
    const qsizetype fitting = qBound(qsizetype(1), room, m_lines.size());
    const int wide = cellWidth(fitting);
    for (qsizetype i = 0; i < fitting; ++i) {
        // CPU and memory stay when there is no room for every GPU.
        const qsizetype at = i + 2 >= fitting ? m_lines.size() - fitting + i : i;
        paintLine(painter, m_lines.at(at), {margin + int(i) * (wide + gap), 8, wide, height() - 17});
    }
}

void UtilisationStrip::paintLine(QPainter &painter, const Line &line, const QRect &cell) const
{
    painter.setFont(textFont(12));
    const QRect words(cell.topLeft(), QSize(cell.width(), painter.fontMetrics().height()));
    painter.setPen(tokens().text2);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, line.title);
    painter.setFont(textFont(12, QFont::Medium));
    painter.setPen(tokens().text);
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, line.value);
    const QRect plot(cell.left(), words.bottom() + 3, cell.width(), plotHeight);
    painter.fillRect(plot, tokens().alt);
    if (line.points.isEmpty())
        return;

    // Every line spans the samples of the job, so that the same time stands at the same place in each.
    const double begin = double(m_model.samples().constFirst().timeMs);
    const double span = qMax(1.0, double(m_model.samples().constLast().timeMs) - begin);
    const auto place = [&](const QPointF &point) {
        return QPointF(plot.left() + (point.x() - begin) / span * plot.width(),
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

void UtilisationStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    adopt();
}

void UtilisationStrip::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

} // namespace ui
