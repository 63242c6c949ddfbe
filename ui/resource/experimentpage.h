// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/resource/joblist.h"
#include "ui/widgets/page/page.h"

class QSettings;

namespace ui {

/// The page of an experiment: a table of its jobs.
class ExperimentPage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ExperimentPage)

public:
    ExperimentPage(engine::EngineClient &client, const models::ResourceStore &store, QSettings &settings,
                   const engine::ResourceId &id, QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_id; }
    [[nodiscard]] bool isSettled() const override { return m_jobs->isComplete(); }
    void showJobs(models::JobGroup group) override;

private:
    void showCounts();

    engine::ResourceId m_id;
    PageHeader *m_header;
    JobList *m_jobs;
};

} // namespace ui
