// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/job/log/joblogs.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QSettings;

namespace engine {
class LogReaders;
} // namespace engine

namespace ui {

class Banner;
class LogPanel;

/// A second log beside that of a job's page, to compare: another file of the same or of another job. Offers the newest
/// jobs of an experiment, and other experiments if any. GUI thread.
class LogSide final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogSide)

public:
    LogSide(engine::EngineClient &client, std::shared_ptr<engine::LogReaders> readers, const engine::ResourceId &job,
            QWidget *parent = nullptr);

    void useSettings(QSettings &settings); ///< must outlive this
    void setJob(const engine::ResourceId &job); ///< a job of the offered experiment
    [[nodiscard]] LogPanel &panel() const { return *m_panel; }

signals:
    void closeRequested();

private:
    void listJobs();
    void listExperiments();
    void setExperiment(const engine::ResourceId &experiment); ///< shows its newest job
    void takeJobs(const engine::ResourceId &experiment, const engine::Result<QList<engine::JobSnapshot>> &answer);
    void offer(const engine::ResourceId &job, int index);
    void offerExperiment(const engine::ResourceId &experiment);
    void removeExperiment(const engine::ResourceId &experiment);
    void updateJobs(const engine::ResourceDelta &delta);
    void showLogs();

    engine::EngineClient &m_client;
    JobLogs m_logs;
    const engine::ResourceId m_own; ///< the experiment of the page's job
    engine::ResourceId m_experiment; ///< its jobs are offered
    QComboBox *m_experiments;
    QComboBox *m_jobs;
    bool m_isGone = false; ///< the shown job was deleted
    Banner *m_banner;
    LogPanel *m_panel;
};

} // namespace ui
