// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/chart/utilisationstrip.h"

#include "models/words.h"
#include "ui/theme/tokens.h"

#include <QEvent>
#include <QPainter>

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int smallestStripCell = 84; // "GPU 12 100 %"
constexpr int mostStripRows = 3; // leaves room for the log
constexpr int stripRowGap = 8;

} // namespace

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
    return {400, 8 + m_rows * (sparklineHeight() + stripRowGap) + 1};
}

// As few rows as fit, of equal length.
void UtilisationStrip::arrange()
{
    const int count = m_model.gpuCount() + 2;
    const int room = (width() - 2 * sparklineMargin + sparklineGap) / (smallestStripCell + sparklineGap);
    const int rows = qMin((count + qMax(1, room) - 1) / qMax(1, room), mostStripRows);
    m_columns = (count + rows - 1) / rows;
    if (rows != std::exchange(m_rows, rows))
        updateGeometry();
}

int UtilisationStrip::cellWidth() const
{
    return qMax(1, (width() - 2 * sparklineMargin - (m_columns - 1) * sparklineGap) / m_columns);
}

QRect UtilisationStrip::cellAt(int line) const
{
    return {sparklineMargin + line % m_columns * (cellWidth() + sparklineGap),
            8 + line / m_columns * (sparklineHeight() + stripRowGap), cellWidth(), sparklineHeight()};
}

void UtilisationStrip::adopt()
{
    arrange();
    m_lines.clear();
    if (m_model.rowCount() > 0) {
        for (int gpu = 0; gpu < m_model.gpuCount(); ++gpu)
            addLine(tr("GPU %1").arg(gpu), models::Measure::GpuUse, gpu);
        addLine(tr("CPU"), models::Measure::Cpu);
        addLine(tr("Memory"), models::Measure::Memory);
    }
    QStringList words;
    for (const Sparkline &line : std::as_const(m_lines))
        words.append(line.title + u' ' + line.value);
    setAccessibleDescription(words.join(u", "_s));
    setVisible(!m_lines.isEmpty());
    update();
}

void UtilisationStrip::addLine(const QString &title, models::Measure measure, int gpu)
{
    m_lines.append({title, models::percentText(models::percentOf(m_model.samples().constLast(), measure, gpu)), measure,
                    m_model.points(measure, gpu, 0, cellWidth())});
}

void UtilisationStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(tokens().line);
    painter.drawLine(0, height() - 1, width(), height() - 1);
    for (int i = 0; i < m_lines.size(); ++i)
        paintSparkline(painter, m_lines.at(i), cellAt(i), m_model.samples().constFirst().timeMs,
                       m_model.samples().constLast().timeMs);
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
