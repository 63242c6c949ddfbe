// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/log/logstab.h"

#include "ui/job/log/logmiddlewindow.h"
#include "ui/job/log/logside.h"
#include "ui/job/log/logtiles.h"
#include "ui/job/log/logwindow.h"
#include "ui/log/panel/loglayouts.h"
#include "ui/log/panel/logpanel.h"
#include "ui/log/panel/saving/logsaver.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"

#include <QLabel>
#include <QSplitter>

namespace ui {

LogsTab::LogsTab(engine::EngineClient &client, std::shared_ptr<engine::LogReaders> readers,
                 const engine::ResourceId &job, QWidget *parent)
    : QWidget(parent), m_client(client), m_job(job), m_splitter(new QSplitter),
      m_panel(new LogPanel(std::move(readers)))
{
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    m_splitter->addWidget(newPart());
    setLayout(newColumn({}, 0, {m_splitter}));
    m_panel->saver().setJobName(job.name());
    m_panel->layouts().offer();
    connect(&m_panel->layouts(), &LogLayouts::besideRequested, this, &LogsTab::toggleBeside);
    connect(&m_panel->layouts(), &LogLayouts::tilesRequested, this, &LogsTab::openTiles);
    connect(&m_panel->layouts(), &LogLayouts::windowRequested, this, &LogsTab::openWindow);
    LogMiddleWindow::openFor(*m_panel, client);
}

// The title is as high as that of the log beside it, so that lines of both are aligned.
QWidget *LogsTab::newPart()
{
    m_title = new QWidget;
    auto *name = new QLabel(m_job.name());
    name->setFixedHeight(36);
    name->setIndent(16);
    m_title->setLayout(newColumn({}, 0, {name, newLine()}));
    m_title->hide();
    auto *part = new QWidget;
    part->setLayout(newColumn({}, 0, {m_title, {m_panel, 1}}));
    return part;
}

void LogsTab::useSettings(QSettings &settings)
{
    m_settings = &settings;
    m_panel->useSettings(settings);
}

bool LogsTab::isSettled() const
{
    if (m_tiles)
        return m_tiles->isSettled();
    return m_panel->isSettled() && (!m_side || m_side->panel().isSettled());
}

void LogsTab::openBeside()
{
    if (m_side)
        return;
    m_side = new LogSide(m_client, m_panel->readers(), m_job);
    if (m_settings)
        m_side->useSettings(*m_settings);
    connect(m_side, &LogSide::closeRequested, this, &LogsTab::closeBeside);
    m_splitter->addWidget(m_side);
    m_title->show();
    m_panel->layouts().setBesideOpen(true);
    m_side->panel().view()->setFocus();
    m_splitter->setSizes({width() / 2, width() / 2});
}

void LogsTab::closeBeside()
{
    if (!m_side)
        return;
    std::exchange(m_side, nullptr)->deleteLater();
    m_title->hide();
    m_panel->layouts().setBesideOpen(false);
    m_panel->view()->setFocus();
}

void LogsTab::toggleBeside()
{
    if (m_side)
        closeBeside();
    else
        openBeside();
}

void LogsTab::openTiles()
{
    if (m_tiles)
        return;
    m_tiles = new LogTiles(m_client, m_panel->readers(), m_job);
    if (m_settings)
        m_tiles->useSettings(*m_settings);
    connect(m_tiles, &LogTiles::closeRequested, this, &LogsTab::closeTiles);
    connect(m_tiles, &LogTiles::fileRequested, this, [this](const engine::LogFileSnapshot &file) {
        closeTiles();
        m_panel->showFile(file);
    });
    m_splitter->hide();
    layout()->addWidget(m_tiles);
    m_tiles->setFocus();
}

void LogsTab::closeTiles()
{
    if (!m_tiles)
        return;
    std::exchange(m_tiles, nullptr)->deleteLater();
    m_splitter->show();
    m_panel->view()->setFocus();
}

void LogsTab::openWindow()
{
    auto *opened = new LogWindow(m_client, m_panel->readers(), m_job, window());
    if (m_settings)
        opened->useSettings(*m_settings);
    opened->showLike(*m_panel);
    opened->show();
}

} // namespace ui
