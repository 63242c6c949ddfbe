// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/chart/utilisationview.h"

#include "models/words.h"
#include "ui/job/chart/utilisationchart.h"
#include "ui/job/chart/utilisationstrip.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/page/emptystate.h"
#include "ui/widgets/page/segments.h"

#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>

#include <array>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr std::array<qint64, 3> rangeMs{0, 15 * 60 * 1000, 5 * 60 * 1000};
constexpr int narrowTile = 240;

} // namespace

UtilisationView::UtilisationView(models::UtilisationModel &model, QWidget *parent)
    : QWidget(parent), m_model(model), m_range(new Segments(tr("Range of time"), this)),
      m_twin(new Segments(tr("Charts or table"), this)), m_stack(new QStackedWidget(this)),
      m_empty(
          new EmptyState(u"chart"_s, tr("No samples yet"), tr("They come once a second while the job runs."), this)),
      m_charts(new QWidget), m_grid(newGrid({16, 4, 16, 16}, 12, 12, m_charts)), m_table(makeTable(this))
{
    m_range->setTexts({tr("Whole job"), tr("15 min"), tr("5 min")});
    m_twin->setTexts({tr("Charts"), tr("Table")});
    auto *tools = newRow({16, 8, 16, 8}, 10, {m_range, m_twin, Stretch{}});

    QScrollArea *scroll = newScrollArea(m_charts, this);
    m_charts->setBackgroundRole(QPalette::Base);
    scroll->setBackgroundRole(QPalette::Base);
    m_table->setModel(&m_model);
    m_table->setObjectName(u"samples"_s);
    m_table->setAccessibleName(tr("Samples"));
    addPages(*m_stack, {m_empty, scroll, m_table});

    setLayout(newColumn({}, 0, {tools, {m_stack, 1}}));

    connect(&m_model, &models::UtilisationModel::sampled, this, [this] {
        showPart();
        draw();
    });
    connect(&m_model, &QAbstractItemModel::modelReset, this, &UtilisationView::showPart);
    connect(m_range, &Segments::currentChanged, this, &UtilisationView::draw);
    connect(m_twin, &Segments::currentChanged, this, &UtilisationView::showPart);
    showPart();
}

void UtilisationView::setReason(const QString &why)
{
    m_empty->setTexts(tr("No samples yet"), why);
}

void UtilisationView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    draw();
}

void UtilisationView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrangeTiles();
    // Tiles get their new width when the layout runs.
    QMetaObject::invokeMethod(this, &UtilisationView::draw, Qt::QueuedConnection);
}

void UtilisationView::showPart()
{
    m_range->setEnabled(m_twin->current() == 0);
    m_stack->setCurrentIndex(m_model.rowCount() == 0 ? 0 : m_twin->current() == 1 ? 2 : 1);
    if (m_stack->currentIndex() == 2)
        m_table->scrollToBottom();
}

void UtilisationView::addTile(const QString &title, models::Measure measure, int gpu)
{
    auto *chart = new UtilisationChart(title, measure, m_charts);
    chart->setObjectName(u"chart%1"_s.arg(m_tiles.size()));
    m_tiles.append({chart, measure, gpu});
}

void UtilisationView::buildTiles()
{
    if (!m_tiles.isEmpty() && m_tiles.size() == 2 + 2 * m_model.gpuCount())
        return;
    for (const Tile &tile : std::as_const(m_tiles))
        delete tile.chart;
    m_tiles.clear();
    for (int gpu = 0; gpu < m_model.gpuCount(); ++gpu) {
        addTile(tr("GPU %1").arg(gpu), models::Measure::GpuUse, gpu);
        addTile(tr("GPU %1 memory").arg(gpu), models::Measure::GpuMemory, gpu);
    }
    addTile(tr("CPU"), models::Measure::Cpu);
    addTile(tr("Memory"), models::Measure::Memory);
    arrangeTiles();
}

// Pairs of use above memory, as many in a row as fit. They share the height of the page, 2 : 1; without GPUs the
// only pair has equal heights.
void UtilisationView::arrangeTiles()
{
    const int pairs = int(m_tiles.size() / 2);
    if (pairs == 0)
        return;
    const int columns = pairs == 1 ? 1 : qBound(1, (width() - 32) / narrowTile, pairs);
    for (int i = 0; i < m_tiles.size(); ++i) {
        const int pair = i / 2;
        UtilisationChart *chart = m_tiles.at(i).chart;
        m_grid->addWidget(chart, pair / columns * 2 + i % 2, pair % columns);
        chart->setMinimumHeight(pairs == 1 ? 140 : i % 2 == 0 ? 110 : 72);
        chart->show();
    }
    for (int column = 0; column < m_grid->columnCount(); ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
    const int rows = (pairs + columns - 1) / columns * 2;
    for (int row = 0; row < m_grid->rowCount(); ++row)
        m_grid->setRowStretch(row, row >= rows ? 0 : pairs == 1 || row % 2 == 1 ? 1 : 2);
}

QString UtilisationView::valueText(const Tile &tile) const
{
    const engine::UtilizationSample &last = m_model.samples().constLast();
    if (tile.measure == models::Measure::Cpu || tile.measure == models::Measure::GpuUse)
        return models::percentText(models::percentOf(last, tile.measure, tile.gpu));
    if (tile.measure == models::Measure::Memory)
        return tr("%1 of %2").arg(models::memory(last.memoryUsedBytes), models::memory(last.memoryTotalBytes));
    const engine::GpuSample gpu = last.gpus.value(tile.gpu);
    return gpu.memoryUsedBytes && gpu.memoryTotalBytes
        ? tr("%1 of %2").arg(models::memory(*gpu.memoryUsedBytes), models::memory(*gpu.memoryTotalBytes))
        : QString();
}

void UtilisationView::draw()
{
    if (m_model.rowCount() == 0 || !isVisible())
        return;
    buildTiles();
    const qint64 last = m_model.samples().constLast().timeMs;
    const qint64 first = m_model.samples().constFirst().timeMs;
    const qint64 range = rangeMs[size_t(qMax(0, m_range->current()))];
    const qint64 from = range == 0 ? first : qMax(first, last - range);
    for (const Tile &tile : std::as_const(m_tiles)) {
        tile.chart->setPoints(m_model.points(tile.measure, tile.gpu, from, tile.chart->plotWidth()), from, last);
        tile.chart->setValue(valueText(tile));
    }
}

} // namespace ui
