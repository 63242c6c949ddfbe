// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/logwindow.h"

#include "ui/log/logpanel.h"

#include <QShortcut>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr QSize usualSize(960, 640);

} // namespace

LogWindow::LogWindow(engine::EngineClient &client, const engine::ResourceId &job, QWidget *owner)
    : QWidget(owner, Qt::Window), m_logs(client), m_panel(new LogPanel)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Logs of %1").arg(job.name()));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    resize(usualSize);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_panel);
    m_panel->setJobName(job.name());
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    connect(&m_logs, &JobLogs::changed, this, &LogWindow::showLogs);
    m_logs.setJob(job);
}

void LogWindow::useSettings(QSettings &settings)
{
    m_panel->useSettings(settings);
}

void LogWindow::showFile(const engine::LogFileSnapshot &file)
{
    m_wanted = file;
    showLogs();
}

void LogWindow::showLogs()
{
    m_panel->setFiles(m_logs.files());
    if (!m_logs.files().isEmpty() && !m_wanted.spoolPath.isEmpty())
        m_panel->showFile(std::exchange(m_wanted, {}));
}

} // namespace ui
