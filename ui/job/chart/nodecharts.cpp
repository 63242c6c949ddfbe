// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/chart/nodecharts.h"

#include "models/words.h"
#include "ui/theme/stylecontrols.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/emptystate.h"
#include "ui/widgets/page/segments.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int smallestNodeCell = 150;
constexpr int highestCell = 180;
constexpr int mostColumns = 8;
constexpr std::array measures{models::Measure::GpuUse, models::Measure::GpuMemory, models::Measure::Cpu,
                              models::Measure::Memory}; // without GPUs only the last two

} // namespace

/// The sparklines, as many in a row as fit.
class NodeCharts::Grid final : public QWidget
{
public:
    explicit Grid(NodeCharts &charts) : m_charts(charts)
    {
        setFocusPolicy(Qt::StrongFocus);
        setCursor(Qt::PointingHandCursor);
    }

    void setLines(QList<Sparkline> lines, qint64 begin, qint64 end)
    {
        m_lines = std::move(lines);
        m_begin = begin;
        m_end = end;
        m_current = qBound(0, m_current, qMax(0, int(m_lines.size()) - 1));
        arrange();
        update();
    }
    [[nodiscard]] const QList<Sparkline> &lines() const { return m_lines; }
    [[nodiscard]] int cellWidth() const
    {
        return (width() - 2 * sparklineMargin - (columns() - 1) * sparklineGap) / columns();
    }

protected:
    void resizeEvent(QResizeEvent *) override { arrange(); }

    void paintEvent(QPaintEvent *event) override
    {
        QPainter painter(this);
        for (int i = 0; i < m_lines.size(); ++i) {
            const QRect cell = cellAt(i);
            if (!cell.adjusted(-4, -4, 4, 4).intersects(event->rect()))
                continue;
            paintSparkline(painter, m_lines.at(i), cell, m_begin, m_end);
            if (hasFocus() && i == m_current)
                drawFocusRing(painter, cell.adjusted(-5, -4, 5, 6), 4);
        }
    }

    void mouseReleaseEvent(QMouseEvent *event) override
    {
        for (int i = 0; i < m_lines.size(); ++i) {
            if (event->button() == Qt::LeftButton && cellAt(i).contains(event->pos()))
                return choose(i);
        }
    }

    void keyPressEvent(QKeyEvent *event) override
    {
        const int step = event->key() == Qt::Key_Left ? -1
            : event->key() == Qt::Key_Right           ? 1
            : event->key() == Qt::Key_Up              ? -columns()
            : event->key() == Qt::Key_Down            ? columns()
                                                      : 0;
        if (step != 0 && m_current + step >= 0 && m_current + step < m_lines.size()) {
            m_current += step;
            m_charts.m_scroll->ensureVisible(cellAt(m_current).center().x(), cellAt(m_current).center().y());
            update();
        } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
            choose(m_current);
        } else {
            QWidget::keyPressEvent(event);
        }
    }

private:
    void choose(int i)
    {
        if (i >= 0 && i < m_lines.size())
            emit m_charts.nodeChosen(m_lines.at(i).title);
    }
    [[nodiscard]] int columns() const
    {
        const int room = (width() - 2 * sparklineMargin + sparklineGap) / (smallestNodeCell + sparklineGap);
        return qBound(1, qMin(room, int(m_lines.size())), mostColumns);
    }
    [[nodiscard]] int rows() const { return (int(m_lines.size()) + columns() - 1) / columns(); }
    // Few cells share the height of the page; many scroll.
    [[nodiscard]] int cellHeight() const
    {
        const int room = m_charts.m_scroll->viewport()->height() / qMax(1, rows()) - sparklineGap;
        return qBound(sparklineHeight(), room, highestCell);
    }
    [[nodiscard]] QRect cellAt(int i) const
    {
        return {sparklineMargin + i % columns() * (cellWidth() + sparklineGap),
                4 + i / columns() * (cellHeight() + sparklineGap), cellWidth(), cellHeight()};
    }
    void arrange() { setMinimumHeight(4 + rows() * (sparklineHeight() + sparklineGap)); }

    NodeCharts &m_charts;
    QList<Sparkline> m_lines;
    qint64 m_begin = 0;
    qint64 m_end = 0;
    int m_current = 0;
};

NodeCharts::NodeCharts(QWidget *parent)
    : QWidget(parent), m_measure(new Segments(tr("What the curves show"), this)), m_grid(new Grid(*this)),
      m_scroll(newScrollArea(m_grid, this)), m_empty(new EmptyState(u"chart"_s, tr("No samples yet"), {}, this))
{
    auto *tools = newRow({sparklineMargin, 8, sparklineMargin, 8}, usualSpacing, {m_measure, Stretch{}});
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setBackgroundRole(QPalette::Base);
    m_grid->setBackgroundRole(QPalette::Base);
    m_grid->setAccessibleName(tr("Utilisation of all nodes"));
    setLayout(newColumn({}, 0, {tools, {m_scroll, 1}, {m_empty, 1}}));
    connect(m_measure, &Segments::currentChanged, this, [this] {
        m_isMeasureChosen = true;
        adopt();
    });
    adopt();
}

void NodeCharts::setNodes(const QList<engine::JobNode> &nodes)
{
    const auto isSame = [](const engine::JobNode &node, const Source &source) {
        return node.name == source.node && node.samplesPath == source.path;
    };
    if (std::equal(nodes.cbegin(), nodes.cend(), m_sources.cbegin(), m_sources.cend(), isSame))
        return;
    m_sources.clear();
    for (const engine::JobNode &node : nodes) {
        auto samples = std::make_unique<models::UtilisationModel>();
        samples->setSource(node.samplesPath);
        m_sources.push_back({node.name, node.samplesPath, std::move(samples)});
    }
    adopt();
}

void NodeCharts::setReason(const QString &why)
{
    m_empty->setTexts(tr("No samples yet"), why);
}

bool NodeCharts::refresh()
{
    bool hasMore = false;
    bool isNews = false;
    for (const Source &source : m_sources) {
        const int before = source.samples->rowCount();
        hasMore = source.samples->refresh() || hasMore;
        isNews = isNews || source.samples->rowCount() != before;
    }
    if (isNews) {
        adopt();
        emit sampled();
    }
    return hasMore;
}

bool NodeCharts::hasGpus() const
{
    return std::any_of(m_sources.cbegin(), m_sources.cend(),
                       [](const Source &source) { return source.samples->gpuCount() > 0; });
}

bool NodeCharts::hasSamples() const
{
    return std::any_of(m_sources.cbegin(), m_sources.cend(),
                       [](const Source &source) { return source.samples->rowCount() > 0; });
}

QList<Sparkline> NodeCharts::lines() const
{
    return m_grid->lines();
}

models::Measure NodeCharts::measure() const
{
    return measures.at(size_t(qMax(0, m_measure->current())) + (hasGpus() ? 0 : 2));
}

// Shows the mean of several GPUs; the charts of the node show each.
Sparkline NodeCharts::lineOf(const Source &source, models::Measure measure, int columns)
{
    const QList<engine::UtilizationSample> &samples = source.samples->samples();
    if (samples.isEmpty())
        return {source.node, {}, measure, {}};
    return {source.node, models::percentText(models::meanPercentOf(samples.constLast(), measure)), measure,
            source.samples->meanPoints(measure, columns)};
}

void NodeCharts::adopt()
{
    QStringList texts{tr("CPU"), tr("Memory")};
    if (hasGpus())
        texts = QStringList{tr("GPU use"), tr("GPU memory")} + texts;
    m_measure->setTexts(texts);
    if (!m_isMeasureChosen) {
        const QSignalBlocker quiet(m_measure);
        m_measure->setCurrent(0);
    }
    QList<Sparkline> lines;
    QStringList words;
    qint64 begin = std::numeric_limits<qint64>::max();
    qint64 end = 0;
    for (const Source &source : m_sources) {
        lines.append(lineOf(source, measure(), m_grid->cellWidth()));
        words.append(lines.constLast().title + u' ' + lines.constLast().value);
        if (const auto &samples = source.samples->samples(); !samples.isEmpty()) {
            begin = qMin(begin, samples.constFirst().timeMs);
            end = qMax(end, samples.constLast().timeMs);
        }
    }
    m_grid->setAccessibleDescription(words.join(u", "_s));
    m_grid->setLines(std::move(lines), begin, end);
    m_scroll->setVisible(hasSamples());
    m_measure->setEnabled(hasSamples());
    m_empty->setVisible(!hasSamples());
}

} // namespace ui
