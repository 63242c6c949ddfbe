// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/log/logmiddlewindow.h"

#include "models/words.h"
#include "ui/log/logfiles.h"
#include "ui/log/panel/logpanel.h"
#include "ui/log/panel/saving/logsaver.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/page/banner.h"

#include <QLabel>
#include <QProgressBar>
#include <QShortcut>
#include <QStandardPaths>

namespace ui {

namespace {

constexpr int barWidth = 160;
constexpr int barSteps = 1000;

} // namespace

LogMiddleWindow::LogMiddleWindow(engine::EngineClient &client, std::shared_ptr<engine::LogReaders> readers,
                                 const QString &job, const engine::LogFileSnapshot &log, const engine::LogGap &gap,
                                 QWidget *owner)
    : QWidget(owner, Qt::Window), m_log(log),
      m_middle(client, log, gap,
               QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/batchdeck"),
      m_state(new QLabel), m_bar(new QProgressBar), m_banner(new Banner), m_panel(new LogPanel(std::move(readers)))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Middle of %1 of %2").arg(logTitle(log.name), job));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    resize(logWindowSize);
    setLayout(newColumn({}, 0, {newHeader(), newLine(), m_banner, {m_panel, 1}}));
    m_panel->saver().setJobName(job);
    m_panel->takeKeysOf(*this);
    new QShortcut(QKeySequence::Close, this, this, &QWidget::close);
    connect(&m_middle, &models::LogMiddle::progressed, this, &LogMiddleWindow::showProgress);
    connect(&m_middle, &models::LogMiddle::ended, this, &LogMiddleWindow::end);
    connect(m_banner, &Banner::remedyRequested, this, &LogMiddleWindow::begin);
    m_panel->saver().setKeeper(m_middle.file());
    begin();
    m_panel->view()->follow().setFollowing(false); // starts at the beginning, where the kept part of the log ends
}

void LogMiddleWindow::begin()
{
    m_banner->dismiss();
    m_bar->show();
    m_panel->setNothingYet(tr("Nothing read yet."), tr("The lines appear here as they come from %1.").arg(m_log.node));
    showProgress();
    showLog(false);
    m_middle.begin();
}

void LogMiddleWindow::openFor(LogPanel &panel, engine::EngineClient &client)
{
    connect(&panel, &LogPanel::middleRequested, &panel,
            [&panel, &client](const engine::LogFileSnapshot &log, const engine::LogGap &gap) {
                for (auto *open : panel.window()->findChildren<LogMiddleWindow *>()) {
                    if (open->shows(log, gap)) {
                        open->raise();
                        return open->activateWindow();
                    }
                }
                auto *opened =
                    new LogMiddleWindow(client, panel.readers(), panel.saver().jobName(), log, gap, panel.window());
                if (panel.settings())
                    opened->m_panel->useSettings(*panel.settings());
                opened->show();
            });
}

QWidget *LogMiddleWindow::newHeader()
{
    m_bar->setRange(0, barSteps);
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(barWidth);
    m_bar->setAccessibleName(tr("How much was read"));
    auto *header = new QWidget;
    header->setFixedHeight(36);
    header->setLayout(newRow({16, 0, 16, 0}, 12, {m_state, Stretch{}, m_bar}));
    return header;
}

void LogMiddleWindow::showProgress()
{
    const qint64 all = m_middle.gap().bytes();
    m_state->setText(
        tr("Reading from %1: %2 of %3").arg(m_log.node, models::fileSize(m_middle.bytesRead()), models::fileSize(all)));
    m_bar->setValue(all > 0 ? int(m_middle.bytesRead() * barSteps / all) : barSteps);
}

void LogMiddleWindow::end(const engine::Result<void> &outcome, bool canGoOn)
{
    m_bar->hide();
    const qint64 count = m_middle.bytesRead();
    m_state->setText(count == 0 ? tr("Nothing was read from %1").arg(m_log.node)
                                : tr("Bytes %L1 to %L2 of the log, from %3")
                                      .arg(m_middle.gap().begin)
                                      .arg(m_middle.gap().begin + count)
                                      .arg(m_log.node));
    if (!outcome) {
        m_banner->showError(outcome.error());
        m_banner->setRemedy(canGoOn ? tr("Go on") : QString());
        m_panel->setNothingYet(tr("Nothing was read."), tr("The message above says why."));
    }
    showLog(true);
}

void LogMiddleWindow::showLog(bool isComplete)
{
    engine::LogFileSnapshot shown = m_log;
    shown.spoolPath = m_middle.file()->path();
    shown.complete = isComplete;
    m_panel->setFiles({shown});
}

} // namespace ui
