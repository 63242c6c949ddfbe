// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/job/jobplace.h"

#include "engine/base/whenfinished.h"
#include "models/job/form/jobform.h"
#include "ui/submit/jobstart.h"

using namespace Qt::StringLiterals;

namespace ui {

JobPlace::JobPlace(engine::EngineClient &client, const engine::ResourceId &experiment, const JobStart &start,
                   QObject *parent)
    : QObject(parent), m_client(client), m_start(start), m_experiment(experiment),
      m_isMadeWithJob(!experiment.isValid()), m_isLoading(m_isMadeWithJob)
{
}

void JobPlace::look()
{
    if (!m_isMadeWithJob) {
        listClusters();
        return listNames();
    }
    engine::whenFinished(m_client.fetchStatus(), this, [this](const auto &status) {
        m_isLoading = bool(status);
        if (!status)
            return emit failed(status.error());
        m_experiment = engine::ResourceId::group(status->profileId, u"default"_s)
                           .child(engine::ResourceKind::Workspace, u"default"_s)
                           .child(engine::ResourceKind::Experiment, m_start.isTaken() ? u"default"_s : u"samples"_s);
        emit moved();
        listClusters();
        listNames();
    });
}

void JobPlace::moveTo(const engine::ResourceId &experiment)
{
    m_experiment = experiment;
    m_takenNames.clear();
    emit moved();
    listNames();
}

void JobPlace::useThisComputer()
{
    engine::whenFinished(m_client.samples.useThisComputer(), this, [this](const auto &answer) {
        if (!answer)
            return emit failed(answer.error());
        listClusters();
        listNames();
    });
}

void JobPlace::listClusters()
{
    engine::whenFinished(m_client.resources.list(engine::ResourceKind::Cluster), this, [this](const auto &answer) {
        if (!answer)
            return emit failed(answer.error());
        m_isLoading = false;
        emit clustersListed(*answer);
    });
}

void JobPlace::listNames()
{
    engine::whenFinished(m_client.jobs.list(m_experiment), this, [this, of = m_experiment](const auto &answer) {
        if (!answer || of != m_experiment)
            return; // without names, a duplicate is refused at the submission
        m_takenNames.clear();
        for (const engine::JobSnapshot &job : *answer)
            m_takenNames.append(job.id.name());
        emit namesListed();
    });
}

QString JobPlace::freeName(const QString &name) const
{
    return m_takenNames.contains(name, Qt::CaseInsensitive) ? models::freshName(name, m_takenNames) : name;
}

} // namespace ui
