// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engineclient.h"
#include "models/job/utilisationmodel.h"
#include "ui/widgets/page.h"

#include <QTimer>

class QStackedWidget;

namespace ui {

class Banner;
class ConfigurationTab;
class EventsTab;
class FilesTab;
class JobHeader;
class LogPanel;
class OverviewTab;
class UtilisationView;

/// One job: what it does now, what it printed, used, wrote, and how it was run. It follows the engine's changes.
class JobPage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobPage)

public:
    JobPage(engine::EngineClient &client, const engine::ResourceId &job, QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_id; }
    void showTab(const QString &name) override; ///< "gpus" and "cpu" are one
    [[nodiscard]] QString currentTab() const override;
    [[nodiscard]] bool isSettled() const override;

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void buildTabs();
    [[nodiscard]] QWidget *newLogsPart();
    void sample();
    void connectCommands();
    void fetch();
    void fetchEvents();
    void receive(const engine::ResourceDelta &delta);
    void setJob(const engine::JobSnapshot &job);
    void stop();
    void rerun();
    void confirmDelete();
    void remove();
    void copyCommand() const;
    void showError(const engine::Error &error);

    engine::EngineClient &m_client;
    engine::ResourceId m_id;
    engine::JobSnapshot m_job;
    bool m_isLoaded = false;
    bool m_isTabChosen = false; ///< by who opened the page
    bool m_hasEvents = false;
    models::UtilisationModel m_samples; ///< read once a second while the page is visible
    QTimer m_sampling;
    JobHeader *m_header;
    Banner *m_banner;
    QStackedWidget *m_stack;
    OverviewTab *m_overview;
    LogPanel *m_logs;
    UtilisationView *m_utilisation;
    FilesTab *m_files;
    ConfigurationTab *m_configuration;
    EventsTab *m_events;
};

} // namespace ui
