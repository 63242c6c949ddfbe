// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/utilisationstrip.h"

#include "models/words.h"
#include "ui/theme/tokens.h"

#include <QEvent>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int smallestStripCell = 96; // "GPU 12   100 %"

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
    return {400, 8 + sparklineHeight() + 9};
}

int UtilisationStrip::cellWidth(qsizetype count) const
{
    return int((width() - 2 * sparklineMargin - (count - 1) * sparklineGap) / qMax<qsizetype>(1, count));
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
    for (const Sparkline &line : std::as_const(m_lines))
        words.append(line.title + u' ' + line.value);
    setAccessibleDescription(words.join(u", "_s));
    setVisible(!m_lines.isEmpty());
    update();
}

void UtilisationStrip::addLine(const QString &title, models::Measure measure, int gpu)
{
    const int columns = qMax(1, cellWidth(m_model.gpuCount() + 2));
    m_lines.append({title, models::percentText(models::percentOf(m_model.samples().constLast(), measure, gpu)), measure,
                    m_model.points(measure, gpu, 0, columns)});
}

void UtilisationStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(tokens().line);
    painter.drawLine(0, height() - 1, width(), height() - 1);
    const qsizetype room = (width() - 2 * sparklineMargin + sparklineGap) / (smallestStripCell + sparklineGap);
    const qsizetype fitting = qBound(qsizetype(1), room, m_lines.size());
    const int wide = cellWidth(fitting);
    if (m_lines.isEmpty())
        return;
    for (qsizetype i = 0; i < fitting; ++i) {
        // CPU and memory stay when there is no room for every GPU.
        const qsizetype at = i + 2 >= fitting ? m_lines.size() - fitting + i : i;
        paintSparkline(painter, m_lines.at(at),
                       {sparklineMargin + int(i) * (wide + sparklineGap), 8, wide, height() - 17},
                       m_model.samples().constFirst().timeMs, m_model.samples().constLast().timeMs);
    }
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
