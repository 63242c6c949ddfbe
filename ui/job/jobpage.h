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

/// One job: what it does now, what it printed, used, wrote, and how it was run. Where it runs on several nodes, a list
/// of them stands beside its logs, charts and files and says whose are shown.
class JobPage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobPage)

public:
    /// What goes on when the page is gone is \a work.
    JobPage(engine::EngineClient &client, models::FileWork &work, std::shared_ptr<engine::LogReaders> readers,
            const engine::ResourceId &job, QWidget *parent = nullptr);

    [[nodiscard]] static QStringList tabTexts(); ///< what its tabs are called
    void useSettings(QSettings &settings); ///< of its logs; must outlive it
    [[nodiscard]] engine::ResourceId resource() const override;
    void showTab(const QString &name) override; ///< "gpus" and "cpu" are one
    [[nodiscard]] bool isSettled() const override;
    [[nodiscard]] QList<QAction *> commands() const override;
    [[nodiscard]] bool canStep(Step step) const override; ///< in its files
    void step(Step step) override;
    bool reload() override;

signals:
    void stopRequested(); ///< unless the user takes it back

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
    void openFailure(); ///< at the line that says why
    bool showFailure(); ///< chooses the log that tells of it; false when there is none
    void openLogs();
    [[nodiscard]] QList<engine::LogFileSnapshot> logsOf(const QString &node) const;
    void rerun();
    void copyCommand() const;

    engine::EngineClient &m_client;
    bool m_isTabChosen = false; ///< by who opened the page, else by the state in which the job was first seen
    QList<engine::LogFileSnapshot> m_followed; ///< of the output directories
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
