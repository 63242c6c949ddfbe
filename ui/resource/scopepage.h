// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/widgets/page/page.h"

class QSettings;
class QStackedWidget;
class QStandardItemModel;
class QTableView;

namespace models {
class ResourceStore;
}

namespace ui {

class EmptyState;
class JobList;
class TagsPanel;

/// The page of a group or a workspace: content, jobs and tags.
class ScopePage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ScopePage)

public:
    ScopePage(engine::EngineClient &client, const models::ResourceStore &store, QSettings &settings,
              const engine::ResourceId &id, QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_id; }
    void showJobs(models::JobGroup group) override;

private:
    void refresh();
    JobList *jobList(); ///< created on the first call

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    QSettings &m_settings;
    engine::ResourceId m_id;
    PageHeader *m_header;
    QStandardItemModel *m_model;
    QTableView *m_table;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    JobList *m_jobs = nullptr;
    TagsPanel *m_tags;
};

} // namespace ui
