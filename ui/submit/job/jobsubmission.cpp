// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/job/jobsubmission.h"

#include "engine/base/whenfinished.h"

namespace ui {

void JobSubmission::send(const engine::JobRequest &job, bool makesExperiment)
{
    setUnderWay(true);
    if (!makesExperiment)
        return create(job);
    engine::whenFinished(m_client.resources.create(job.id.parent()), this, [this, job](const auto &made) {
        if (made || made.error().code == engine::ErrorCode::AlreadyExists)
            return create(job);
        setUnderWay(false);
        emit failed(made.error());
    });
}

void JobSubmission::create(const engine::JobRequest &job)
{
    engine::whenFinished(m_client.jobs.create(job), this, [this](const auto &answer) {
        setUnderWay(false);
        if (answer)
            emit created(engine::ResourceSnapshot::fromDocument(*answer).id);
        else if (answer.error().code == engine::ErrorCode::InvalidDocument && !answer.error().details.isEmpty())
            emit refused(answer.error().details);
        else
            emit failed(answer.error());
    });
}

void JobSubmission::setUnderWay(bool isUnderWay)
{
    m_isUnderWay = isUnderWay;
    emit underWayChanged();
}

} // namespace ui
