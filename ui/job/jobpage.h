// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/job/utilisationmodel.h"
#include "ui/widgets/page/page.h"

#include <QTimer>

#include <memory>

class QSettings;
class QStackedWidget;

namespace engine {
class LogReaders;
} // namespace engine

namespace models {
class FileWork;
}

namespace ui {

class ConfigurationTab;
class EventsTab;
class FailureFinder;
class FilesTab;
class JobHeader;
class JobNotices;
class LogPanel;
class LogsTab;
class NodeCharts;
class NodePanel;
class NodesTab;
class OverviewTab;
class UtilisationStrip;
class UtilisationView;

/// One job: what it does now, what it printed, used, wrote, and how it was run. It follows the engine's changes. Where
/// it runs on several nodes, a list of them stands beside its logs, charts and files and says whose are shown.
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
    [[nodiscard]] engine::ResourceId resource() const override { return m_id; }
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
    void buildTabs();
    void sample();
    void showTabParts();
    void showNodes();
    void chooseNode(const QString &node);
    void showChosenNode();
    void openFailure(); ///< at the line that says why
    bool showFailure(); ///< chooses the log that tells of it; false when there is none
    void showLogOf(const QString &node);
    [[nodiscard]] QList<engine::LogFileSnapshot> logsOf(const QString &node) const;
    void connectCommands();
    void fetch();
    void fetchEvents();
    void receive(const engine::ResourceDelta &delta);
    void setJob(const engine::JobSnapshot &job);
    void rerun();
    void copyCommand() const;

    engine::EngineClient &m_client;
    engine::ResourceId m_id;
    engine::JobSnapshot m_job;
    bool m_isLoaded = false;
    bool m_isHeard = false; // a change came since the job was asked for: the answer is older
    bool m_isTabChosen = false; ///< by who opened the page
    bool m_hasEvents = false;
    bool m_isNodeChosen = false; ///< by the user
    QList<engine::LogFileSnapshot> m_followed; ///< of the output directories
    models::UtilisationModel m_samples; ///< read once a second while the page is visible
    QTimer m_sampling;
    JobHeader *m_header;
    JobNotices *m_notices;
    NodePanel *m_nodePanel;
    QStackedWidget *m_stack;
    OverviewTab *m_overview;
    NodesTab *m_nodes;
    LogsTab *m_logsTab;
    LogPanel *m_logs; ///< of it
    FailureFinder *m_failure;
    UtilisationStrip *m_strip;
    UtilisationView *m_utilisation;
    NodeCharts *m_nodeCharts; ///< in its place for all nodes together
    QStackedWidget *m_charts;
    FilesTab *m_files;
    ConfigurationTab *m_configuration;
    EventsTab *m_events;
};

} // namespace ui
