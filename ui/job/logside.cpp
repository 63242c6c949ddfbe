// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/logside.h"

#include "engine/base/whenfinished.h"
#include "ui/log/logpanel.h"
#include "ui/theme/icons.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/line.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

LogSide::LogSide(engine::EngineClient &client, const engine::ResourceId &job, QWidget *parent)
    : QWidget(parent), m_client(client), m_logs(client), m_jobs(new QComboBox), m_banner(new Banner),
      m_panel(new LogPanel)
{
    m_jobs->setObjectName(QStringLiteral("comparedJob"));
    m_jobs->setAccessibleName(tr("Job whose log this is"));
    m_jobs->setToolTip(m_jobs->accessibleName());
    m_jobs->setMaxVisibleItems(20);
    m_jobs->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_jobs->setMinimumContentsLength(18);
    auto *close = new QToolButton;
    close->setIcon(icon(QStringLiteral("x")));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close this log"));
    close->setToolTip(close->accessibleName());
    connect(close, &QToolButton::clicked, this, &LogSide::closeRequested);
    auto *header = new QWidget;
    header->setFixedHeight(36);
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(16, 0, 16, 0);
    row->addWidget(m_jobs);
    row->addStretch(1);
    row->addWidget(close);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(newLine());
    column->addWidget(m_banner);
    column->addWidget(m_panel, 1);
    connect(m_jobs, &QComboBox::activated, this, [this](int index) {
        if (const auto chosen = engine::ResourceId::parse(m_jobs->itemData(index).toString()))
            setJob(*chosen);
    });
    connect(&m_logs, &JobLogs::changed, this, &LogSide::showLogs);
    connect(&m_logs, &JobLogs::failed, m_banner, &Banner::showError);
    connect(&client, &engine::EngineClient::resourcesChanged, this, [this](const engine::ResourceDelta &delta) {
        for (const engine::ResourceSnapshot &resource : delta.upserted) {
            if (resource.id.kind() == engine::ResourceKind::Job && resource.id.parent() == m_logs.job().parent())
                offer(resource.id, 0);
        }
    });
    setJob(job);
    listJobs();
}

void LogSide::useSettings(QSettings &settings)
{
    m_panel->useSettings(settings);
}

void LogSide::setJob(const engine::ResourceId &job)
{
    offer(job, m_jobs->count());
    m_jobs->setCurrentIndex(m_jobs->findData(job.toString()));
    m_panel->setJobName(job.name());
    m_logs.setJob(job);
}

// The newest of the experiment: an older one is opened by its page.
void LogSide::listJobs()
{
    engine::whenFinished(m_client.listJobs(m_logs.job().parent()), this,
                         [this](const engine::Result<QList<engine::JobSnapshot>> &answer) {
                             if (!answer)
                                 return m_banner->showError(answer.error());
                             for (const engine::JobSnapshot &job : *answer)
                                 offer(job.id, m_jobs->count());
                         });
}

void LogSide::offer(const engine::ResourceId &job, int index)
{
    if (m_jobs->findData(job.toString()) < 0)
        m_jobs->insertItem(index, job.name(), job.toString());
}

void LogSide::showLogs()
{
    m_banner->dismiss();
    m_panel->setFiles(m_logs.files());
}

} // namespace ui
