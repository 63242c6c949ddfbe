// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/log/logtiles.h"

#include "engine/api/job/joblogs.h"
#include "ui/job/log/logtile.h"
#include "ui/log/logfiles.h"
#include "ui/log/view/logview.h"
#include "ui/widgets/commandbutton.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/segments.h"
#include "ui/widgets/text/tonelabel.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int leastWidth = 340; // pixels of a tile: about fifty characters
enum Stream { Output, Errors };

} // namespace

LogTiles::LogTiles(engine::EngineClient &client, std::shared_ptr<engine::LogReaders> readers,
                   const engine::ResourceId &job, QWidget *parent)
    : QWidget(parent), m_readers(std::move(readers)), m_logs(client),
      m_streams(new Segments(tr("What of the processes is shown"))), m_count(new ToneLabel(ToneLabel::Tone::Quiet)),
      m_banner(new Banner), m_area(newScrollArea(new QWidget)), m_grid(newGrid({}, 0, 0, m_area->widget()))
{
    setFocusPolicy(Qt::StrongFocus);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setLayout(newColumn({}, 0, {newHeader(), newLine(), m_banner, {m_area, 1}}));
    connect(m_streams, &Segments::currentChanged, this, &LogTiles::showLogs);
    connect(m_area->verticalScrollBar(), &QScrollBar::valueChanged, this, &LogTiles::showInSight);
    connect(&m_logs, &JobLogs::changed, this, &LogTiles::showLogs);
    connect(&m_logs, &JobLogs::failed, m_banner, &Banner::showError);
    new QShortcut(QKeySequence(Qt::Key_Escape), this, this, &LogTiles::closeRequested, Qt::WidgetWithChildrenShortcut);
    m_logs.setJob(job);
}

LogTiles::~LogTiles() = default;

QWidget *LogTiles::newHeader()
{
    m_streams->setTexts({tr("stdout"), tr("stderr")});
    QToolButton *close = newToolButton(QStringLiteral("x"), tr("Show one log again"), QKeySequence(Qt::Key_Escape));
    connect(close, &QToolButton::clicked, this, &LogTiles::closeRequested);
    auto *header = new QWidget;
    header->setFixedHeight(36);
    header->setLayout(newRow({16, 0, 16, 0}, 12, {m_streams, m_count, Stretch{}, close}));
    return header;
}

void LogTiles::useSettings(QSettings &settings)
{
    m_settings = &settings;
    for (LogTile *tile : std::as_const(m_tiles))
        tile->useSettings(settings);
}

bool LogTiles::isSettled() const
{
    return std::all_of(m_tiles.cbegin(), m_tiles.cend(),
                       [](const LogTile *tile) { return !tile->view()->isVisible() || tile->view()->isSettled(); });
}

void LogTiles::showLogs()
{
    m_banner->dismiss();
    QList<engine::LogFileSnapshot> files = mergedFiles(inReadingOrder(m_logs.files()));
    files.removeIf([isError = m_streams->current() == Errors](const engine::LogFileSnapshot &file) {
        return engine::logName(file.name).isError != isError;
    });
    const bool haveNodes = std::any_of(files.cbegin(), files.cend(),
                                       [&files](const auto &file) { return file.node != files.constFirst().node; });
    while (m_tiles.size() > files.size())
        delete m_tiles.takeLast();
    while (m_tiles.size() < files.size()) {
        auto *tile = new LogTile(m_readers);
        if (m_settings)
            tile->useSettings(*m_settings);
        connect(tile, &LogTile::openRequested, this, [this, tile] { emit fileRequested(tile->file()); });
        m_tiles.append(tile);
    }
    for (qsizetype i = 0; i < files.size(); ++i) {
        const engine::LogFileSnapshot &file = files.at(i);
        const QString process = processOf(file);
        const bool isOfNode = haveNodes && process != file.node;
        m_tiles.at(i)->setFile(file, isOfNode ? tr("%1 on %2").arg(process, file.node) : process);
    }
    m_count->setText(tr("%n processes", nullptr, int(files.size())));
    m_columns = 0;
    arrange();
}

// Makes the grid as square as the width allows.
void LogTiles::arrange()
{
    const int count = int(m_tiles.size());
    const int fitting = std::max(1, width() / leastWidth);
    const int columns = std::clamp(int(std::ceil(std::sqrt(double(count)))), 1, fitting);
    if (columns != m_columns) {
        m_columns = columns;
        for (int i = 0; i < count; ++i)
            m_grid->addWidget(m_tiles.at(i), i / columns, i % columns);
        for (int i = 0; i < m_grid->columnCount(); ++i)
            m_grid->setColumnStretch(i, i < columns);
    }
    m_grid->activate();
    showInSight();
}

void LogTiles::showInSight()
{
    const QRect seen(QPoint(0, m_area->verticalScrollBar()->value()), m_area->viewport()->size());
    for (LogTile *tile : std::as_const(m_tiles))
        tile->setInSight(isVisible() && tile->geometry().intersects(seen));
}

void LogTiles::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void LogTiles::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    arrange();
}

} // namespace ui
