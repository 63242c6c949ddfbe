// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/log/logwindow.h"

#include "ui/job/log/logmiddlewindow.h"
#include "ui/log/panel/logpanel.h"
#include "ui/log/panel/saving/logsaver.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/banner.h"

#include <QShortcut>

#include <algorithm>

namespace ui {

LogWindow::LogWindow(engine::EngineClient &client, std::shared_ptr<engine::LogReaders> readers,
                     const engine::ResourceId &job, QWidget *owner)
    : QWidget(owner, Qt::Window), m_logs(client), m_banner(new Banner), m_panel(new LogPanel(std::move(readers)))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Logs of %1").arg(job.name()));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    resize(logWindowSize);
    setLayout(newColumn({}, 0, {m_banner, {m_panel, 1}}));
    m_panel->saver().setJobName(job.name());
    m_panel->takeKeysOf(*this);
    LogMiddleWindow::openFor(*m_panel, client);
    new QShortcut(QKeySequence::Close, this, this, &QWidget::close);
    connect(&m_logs, &JobLogs::changed, this, &LogWindow::showLogs);
    connect(&m_logs, &JobLogs::failed, m_banner, &Banner::showError);
    m_logs.setJob(job);
}

void LogWindow::useSettings(QSettings &settings)
{
    m_panel->useSettings(settings);
}

void LogWindow::showLike(const LogPanel &panel)
{
    m_opened = panel.isMergedShown() ? engine::LogFileSnapshot() : panel.shownFile();
    m_isShown = false;
    showLogs();
}

void LogWindow::showLogs()
{
    m_banner->dismiss();
    QList<engine::LogFileSnapshot> files = m_logs.files();
    const auto isOpened = [this](const auto &file) { return file.spoolPath == m_opened.spoolPath; };
    if (!m_opened.spoolPath.isEmpty() && std::none_of(files.cbegin(), files.cend(), isOpened))
        files.append(m_opened); // a file of an output directory is not among the logs of the job's document
    m_panel->setFiles(files);
    if (!m_isShown && !m_logs.files().isEmpty()) {
        if (m_opened.spoolPath.isEmpty())
            m_panel->showMerged();
        else
            m_panel->showFile(m_opened);
        m_isShown = true;
    }
}

} // namespace ui
