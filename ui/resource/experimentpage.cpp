// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/experimentpage.h"

#include "ui/widgets/layouts.h"
#include "ui/widgets/page/pageheader.h"

#include <QAbstractButton>

using namespace Qt::StringLiterals;

namespace ui {

using models::JobGroup;

ExperimentPage::ExperimentPage(engine::EngineClient &client, const models::ResourceStore &store, QSettings &settings,
                               const engine::ResourceId &id, QWidget *parent)
    : Page(parent), m_id(id), m_header(new PageHeader(this)), m_jobs(new JobList(client, store, settings, id, this))
{
    m_header->setTitle(id.name());
    setLayout(newColumn({}, 0, {m_header, {m_jobs, 1}}));
    for (QAbstractButton *button :
         {m_header->addCommand(u"send"_s, tr("Submit job")), m_jobs->setEmptyButton(tr("Submit job"))})
        connect(button, &QAbstractButton::clicked, this, [this] { emit submitRequested(m_id, {}); });
    connect(m_header, &PageHeader::factActivated, this,
            [this](const QString &link) { m_jobs->showGroup(groupOfFact(link)); });
    connect(m_jobs, &JobList::openRequested, this, &ExperimentPage::openRequested);
    connect(m_jobs, &JobList::counted, this, &ExperimentPage::showCounts);
    showCounts();
}

void ExperimentPage::showJobs(JobGroup group)
{
    m_jobs->showGroup(group);
}

void ExperimentPage::showCounts()
{
    QList<LinkText> facts;
    for (const auto group : {JobGroup::All, JobGroup::Running, JobGroup::Queued, JobGroup::Failed})
        facts.append(jobsFact(m_jobs->countOf(group), group));
    m_header->setFacts(facts);
}

} // namespace ui
