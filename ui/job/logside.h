// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/job/joblogs.h"

#include <QWidget>

class QComboBox;
class QSettings;

namespace ui {

class Banner;
class LogPanel;

/// A second log beside that of a job's page: another file of the same job, or of another job of its experiment, which
/// is compared with it. GUI thread.
class LogSide final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogSide)

public:
    LogSide(engine::EngineClient &client, const engine::ResourceId &job, QWidget *parent = nullptr);

    void useSettings(QSettings &settings); ///< must outlive it
    void setJob(const engine::ResourceId &job); ///< one of the same experiment
    [[nodiscard]] LogPanel &panel() const { return *m_panel; }

signals:
    void closeRequested();

private:
    void listJobs();
    void offer(const engine::ResourceId &job, int index);
    void showLogs();

    engine::EngineClient &m_client;
    JobLogs m_logs;
    QComboBox *m_jobs;
    Banner *m_banner;
    LogPanel *m_panel;
};

} // namespace ui
