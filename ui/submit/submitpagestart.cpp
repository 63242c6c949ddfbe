// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// SubmitPage: what it begins with, and where the job goes.

#include "engine/base/whenfinished.h"
#include "models/job/form/jobform.h"
#include "ui/submit/form/clusterpicker.h"
#include "ui/submit/form/submitform.h"
#include "ui/submit/jobstart.h"
#include "ui/submit/submitpage.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/pageheader.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

void SubmitPage::begin(const engine::ResourceId &likeJob)
{
    m_header->setTitle(tr("New job in %1").arg(m_experiment.name()));
    fetchNeighbours();
    setDocument(likeJob.isValid() ? models::freshName(likeJob.name(), {}) : u"job-1"_s, JobStart::greeting());
    if (likeJob.isValid())
        m_start->copyJob(likeJob);
}

void SubmitPage::beginAnywhere()
{
    m_isLoading = true;
    m_makesExperiment = true;
    engine::whenFinished(m_client.fetchStatus(), this, [this](const auto &status) {
        m_isLoading = bool(status);
        if (!status)
            return m_banner->showError(status.error());
        m_experiment = engine::ResourceId::group(status->profileId, u"default"_s)
                           .child(engine::ResourceKind::Workspace, u"default"_s)
                           .child(engine::ResourceKind::Experiment, m_start->isTaken() ? u"default"_s : u"samples"_s);
        m_header->setTitle(tr("New job in %1").arg(m_experiment.name()));
        fetchNeighbours();
    });
}

void SubmitPage::takeStart(const QString &name, const QByteArray &text, const QString &from)
{
    m_header->setFacts({from});
    setDocument(m_takenNames.contains(name, Qt::CaseInsensitive) ? models::freshName(name, m_takenNames) : name, text);
}

void SubmitPage::useThisComputer()
{
    m_banner->dismiss();
    engine::whenFinished(m_client.samples.useThisComputer(), this, [this](const auto &answer) {
        if (!answer)
            return m_banner->showError(answer.error());
        fetchNeighbours();
    });
}

void SubmitPage::openDocument(const models::OpenedDocument &document)
{
    m_start->takeText();
    m_banner->dismiss();
    m_header->setFacts({tr("from %1").arg(document.name)});
    setDocument(m_form->name().isEmpty() ? u"job-1"_s : m_form->name(), document.text);
}

void SubmitPage::fetchNeighbours()
{
    engine::whenFinished(m_client.resources.list(engine::ResourceKind::Cluster), this, [this](const auto &answer) {
        if (!answer)
            return m_banner->showError(answer.error());
        takeClusters(*answer);
    });
    fetchTakenNames();
}

void SubmitPage::takeClusters(const QList<engine::ResourceSnapshot> &clusters)
{
    QList<engine::ResourceId> ids;
    for (const engine::ResourceSnapshot &cluster : clusters)
        ids.append(cluster.id);
    m_form->clusters().setClusters(ids, m_experiment.parent());
    scheduleCheck();
    if (!m_makesExperiment)
        return;
    m_isLoading = false;
    if (m_start->isTaken())
        return;
    const auto chosen = engine::ResourceId::parse(m_form->cluster());
    const auto place = std::find_if(clusters.cbegin(), clusters.cend(),
                                    [&chosen](const auto &cluster) { return chosen && cluster.id == *chosen; });
    m_header->setTitle(tr("New job in %1").arg(m_experiment.name()));
    if (place == clusters.cend() || engine::ClusterSnapshot::fromDocument(place->document).kind == u"local"_s)
        return m_start->takeSample();
    m_start->takeText();
    m_experiment = chosen->parent().child(engine::ResourceKind::Experiment, u"default"_s);
    m_header->setTitle(tr("New job in %1").arg(m_experiment.name()));
    setDocument(u"hello-1"_s, JobStart::greetingOfMachine());
    fetchTakenNames();
}

void SubmitPage::fetchTakenNames()
{
    engine::whenFinished(m_client.jobs.list(m_experiment), this, [this](const auto &answer) {
        if (!answer)
            return; // a name that is taken is refused at the field all the same
        for (const engine::JobSnapshot &job : *answer)
            m_takenNames.append(job.id.name());
        if (m_takenNames.contains(m_form->name(), Qt::CaseInsensitive))
            m_form->setName(models::freshName(m_form->name(), m_takenNames));
    });
}

} // namespace ui
