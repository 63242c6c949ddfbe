// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/jobcounts.h"

#include "engine/api/extension.h"
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

JobGroup groupOf(const engine::ResourceSnapshot &job)
{
    return groupOf(engine::fromWord<engine::JobState>(job.properties().value(u"executionState"_s).toString()));
}

QString counted(qint64 count, JobGroup group)
{
    static constexpr std::array words{
        "", QT_TRANSLATE_NOOP("models", "%1 queued"), QT_TRANSLATE_NOOP("models", "%1 running"),
        QT_TRANSLATE_NOOP("models", "%1 succeeded"), QT_TRANSLATE_NOOP("models", "%1 failed")};
    return group == JobGroup::All ? counted(count, engine::ResourceKind::Job)
                                  : translated(words, group).arg(number(count));
}

JobCounts &JobCounts::operator+=(const JobCounts &other)
{
    all += other.all;
    queued += other.queued;
    running += other.running;
    return *this;
}

QHash<engine::ResourceId, JobCounts> countJobsByExperiment(const ResourceStore &store, const engine::ResourceId &scope)
{
    const auto experiments = store.all(engine::ResourceKind::Experiment, scope);
    const bool areCounted = std::all_of(experiments.cbegin(), experiments.cend(), [](const auto &experiment) {
        const QJsonObject extension = experiment.extension();
        return extension.contains(u"jobCount"_s) && extension.contains(u"queuedJobs"_s)
            && extension.contains(u"runningJobs"_s);
    });
    QHash<engine::ResourceId, JobCounts> known;
    if (!areCounted) {
        for (const auto &job : store.all(engine::ResourceKind::Job, scope)) {
            const JobGroup group = groupOf(job);
            known[job.id.parent()] += {1, group == JobGroup::Queued ? 1 : 0, group == JobGroup::Running ? 1 : 0};
        }
    }
    QHash<engine::ResourceId, JobCounts> counts;
    for (const auto &experiment : experiments) {
        const JobCounts here = known.value(experiment.id);
        const QJsonObject extension = experiment.extension();
        counts.insert(experiment.id,
                      {std::max(extension.value(u"jobCount"_s).toInteger(), here.all),
                       extension.value(u"queuedJobs"_s).toInteger(here.queued),
                       extension.value(u"runningJobs"_s).toInteger(here.running)});
    }
    return counts;
}

JobCounts countJobs(const ResourceStore &store, const engine::ResourceId &scope)
{
    JobCounts sum;
    const auto counts = countJobsByExperiment(store, scope);
    for (const JobCounts &each : counts)
        sum += each;
    return sum;
}

QList<engine::ResourceSnapshot> jobsOn(const ResourceStore &store, const engine::ResourceId &cluster)
{
    const QString path = cluster.toString();
    QList<engine::ResourceSnapshot> jobs = store.all(engine::ResourceKind::Job);
    jobs.removeIf([&path](const engine::ResourceSnapshot &job) { // of thousands: no id object is made for each
        const QString on = job.properties().value(u"cluster"_s)[u"id"_s].toString();
        return on.compare(path, Qt::CaseInsensitive) != 0;
    });
    return jobs;
}

qint64 countQueued(const QJsonObject &cluster, qint64 known)
{
    return engine::extensionOf(cluster).value(u"queuedJobs"_s).toInteger(known);
}

} // namespace models
