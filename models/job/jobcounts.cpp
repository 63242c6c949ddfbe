// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/jobcounts.h"

#include "models/resourcestore.h"
#include "models/translated.h"
#include "models/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

JobGroup groupOf(engine::JobState state)
{
    switch (state) {
    case engine::JobState::Queued:
        return JobGroup::Queued;
    case engine::JobState::Running:
    case engine::JobState::Terminating:
        return JobGroup::Running;
    case engine::JobState::Succeeded:
        return JobGroup::Succeeded;
    case engine::JobState::Failed:
        break;
    }
    return JobGroup::Failed;
}

QString counted(qint64 count, JobGroup group)
{
    static constexpr std::array words{
        "", QT_TRANSLATE_NOOP("models", "%1 queued"), QT_TRANSLATE_NOOP("models", "%1 running"),
        QT_TRANSLATE_NOOP("models", "%1 succeeded"), QT_TRANSLATE_NOOP("models", "%1 failed")};
    return group == JobGroup::All ? counted(count, engine::ResourceKind::Job)
                                  : translated(words, group).arg(number(count));
}

namespace {

JobGroup groupOfJob(const engine::ResourceSnapshot &job)
{
    return models::groupOf(engine::fromWord<engine::JobState>(job.properties().value(u"executionState"_s).toString()));
}

void countIn(JobCounts &counts, const engine::ResourceSnapshot &job)
{
    const JobGroup group = groupOfJob(job);
    ++counts.known;
    counts.queued += group == JobGroup::Queued ? 1 : 0;
    counts.running += group == JobGroup::Running ? 1 : 0;
}

} // namespace

JobCounts countJobs(const ResourceStore &store, const engine::ResourceId &scope)
{
    QHash<engine::ResourceId, JobCounts> known; // by experiment
    for (const auto &job : store.all(engine::ResourceKind::Job, scope))
        countIn(known[job.id.parent()], job);
    JobCounts sum;
    for (const auto &experiment : store.all(engine::ResourceKind::Experiment, scope)) {
        const JobCounts here = known.value(experiment.id);
        const QJsonObject ours = experiment.batchdeck();
        sum.known += here.known;
        sum.all += std::max(ours.value(u"jobCount"_s).toInteger(), here.known);
        sum.queued += ours.value(u"queuedJobs"_s).toInteger(here.queued);
        sum.running += ours.value(u"runningJobs"_s).toInteger(here.running);
    }
    return sum;
}

JobCounts countJobsOn(const ResourceStore &store, const engine::ResourceId &cluster)
{
    JobCounts counts;
    for (const auto &job : store.all(engine::ResourceKind::Job)) {
        if (engine::JobSnapshot::fromDocument(job.document).cluster == cluster)
            countIn(counts, job);
    }
    const engine::ResourceSnapshot known{cluster, store.document(cluster)};
    counts.queued = known.batchdeck().value(u"queuedJobs"_s).toInteger(counts.queued);
    return counts;
}

} // namespace models
