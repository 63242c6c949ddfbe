// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/widgets/page/page.h"

#include <memory>

class QSettings;

namespace engine {
class LogReaders;
} // namespace engine

namespace models {
class FileWork;
}

namespace ui {

class ChartsTab;
class FailureFinder;
class FilesTab;
class JobFeed;
class JobHeader;
class JobNotices;
class LogsTab;
class NodePanel;
class OverviewTab;

/// The page of a job: state, logs, charts, files, configuration and events. For a job on several nodes, a list beside
/// logs, charts and files selects the node.
class JobPage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobPage)

public:
    /// \a work outlives the page, for transfers that continue after it.
    JobPage(engine::EngineClient &client, models::FileWork &work, std::shared_ptr<engine::LogReaders> readers,
            const engine::ResourceId &job, QWidget *parent = nullptr);

    [[nodiscard]] static QStringList tabTexts(); ///< titles of the tabs
    void useSettings(QSettings &settings); ///< of the logs; must outlive this
    [[nodiscard]] engine::ResourceId resource() const override;
    void showTab(const QString &name) override; ///< "gpus" and "cpu" are the same tab
    [[nodiscard]] bool isSettled() const override;
    [[nodiscard]] QList<QAction *> commands() const override;
    [[nodiscard]] bool canStep(Step step) const override; ///< in the files tab
    void step(Step step) override;
    bool reload() override;

signals:
    void stopRequested(); ///< stops the job unless the user undoes it in time

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] QWidget *newTabs();
    void connectCommands();
    void connectLogs();
    void connectFiles();
    void setJob(const engine::JobSnapshot &job);
    void showTabParts();
    void showNodes();
    void showChosenNode();
    void openFailure(); ///< opens the log at the line with the cause
    bool showFailure(); ///< selects the log with the cause; false: none
    void openLogs();
    [[nodiscard]] QList<engine::LogFileSnapshot> logsOf(const QString &node) const;
    void rerun();
    void copyCommand() const;

    engine::EngineClient &m_client;
    bool m_isTabChosen = false; ///< by the caller of showTab(), else by the job's first known state
    QList<engine::LogFileSnapshot> m_followed; ///< followed files of output directories
    JobHeader *m_header;
    JobNotices *m_notices;
    NodePanel *m_nodePanel;
    OverviewTab *m_overview;
    LogsTab *m_logs;
    FailureFinder *m_failure;
    ChartsTab *m_charts;
    FilesTab *m_files;
    JobFeed *m_feed;
};

} // namespace ui
