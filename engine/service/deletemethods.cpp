// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Deletion, and what goes with it.

#include "engine/service/service.h"

#include "engine/api/ours.h"
#include "engine/base/whenfinished.h"
#include "engine/launch/setupplan.h"
#include "engine/service/shared.h"

#include <QJsonArray>

#include <limits>

using namespace Qt::StringLiterals;

namespace engine {

void Service::deleteResource(const QJsonObject &parameters, const Reply &reply)
{
    const auto id = idOf(parameters);
    if (!id)
        return reply(id.error());
    if (id->kind() == ResourceKind::Job)
        return deleteJob(parameters, reply);
    if (!m_resources.contains(*id))
        return reply(notFound(*id));
    const QList<JobController *> jobs = liveJobsOnClustersOf(*id);
    if (!jobs.isEmpty() && !parameters.value(u"terminate"_s).toBool())
        return reply(Error{
            ErrorCode::Conflict,
            Message(QT_TRANSLATE_NOOP("engine",
                                      "The cluster %1 has jobs that are not done, %2 among them. Stop them first, or "
                                      "delete with --terminate."),
                    {jobs.first()->record().cluster().name(), jobs.first()->record().id.name()}),
            id->toString(),
            {},
            {}});
    const bool abandonsSetups = parameters.value(u"terminate"_s).toBool();
    if (const auto may = mayDeleteMachine(*id, abandonsSetups); !may)
        return reply(may.error());
    for (JobController *job : jobs)
        job->terminate(Message(QT_TRANSLATE_NOOP("engine", "It was stopped by %1, who deleted %2 under it."),
                               {ownUser(), id->shortText()}));
    QJsonArray warnings;
    if (id->kind() == ResourceKind::Machine) {
        for (const Message &left : abandonSetups(*id))
            warnings.append(left.toJson());
    }
    for (const ResourceId &known : m_resources.keys()) {
        if (known.kind() != ResourceKind::FileServer || !isBelow(known, *id))
            continue;
        for (const Message &user : usersOfFileServer(known))
            warnings.append(user.toJson());
    }
    removeBelow(*id, warnings.isEmpty() ? QJsonObject() : QJsonObject{{u"warnings"_s, warnings}}, reply);
}

// Of those that do not go with it: they wait for, or run on, a cluster that does.
QList<JobController *> Service::liveJobsOnClustersOf(const ResourceId &id) const
{
    QList<JobController *> jobs;
    for (JobController *job : m_jobs) {
        const JobRecord &record = job->record();
        if (id.kind() != ResourceKind::Machine && isBelow(record.cluster(), id) && !isBelow(record.id, id)
            && !isFinal(record.state))
            jobs.append(job);
    }
    return jobs;
}

Result<void> Service::mayDeleteMachine(const ResourceId &id, bool abandonsSetups) const
{
    if (id.kind() != ResourceKind::Machine)
        return {};
    if (const auto may = mayForget(id); !may && !abandonsSetups)
        return may.error();
    const auto inUse = [&id](const Message &message) {
        return Error{ErrorCode::Conflict, message, id.toString(), {}, {}};
    };
    for (const JobController *job : m_jobs) {
        if (job->isOn(id) && !job->record().isDone())
            return inUse(Message(QT_TRANSLATE_NOOP("engine", "The job %1 is on the machine %2."),
                                 {job->record().id.shortText(), id.name()}));
    }
    for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
        if (it.key().kind() == ResourceKind::Cluster
            && oursOf(it.value()).value(u"machines"_s).toArray().contains(id.toString()))
            return inUse(Message(QT_TRANSLATE_NOOP("engine", "The machine %1 is a node of the cluster %2."),
                                 {id.name(), it.key().shortText()}));
        if (it.key().kind() == ResourceKind::FileServer && FileServerSnapshot::fromDocument(it.value()).machine == id)
            return inUse(Message(QT_TRANSLATE_NOOP("engine", "The machine %1 holds the folder of the file server %2."),
                                 {id.name(), it.key().shortText()}));
    }
    return {};
}

void Service::removeBelow(const ResourceId &id, const QJsonObject &answer, const Reply &reply)
{
    // Jobs end and clean up first, so that nothing is left running that nobody knows of; then the resources go.
    const auto removal = std::make_shared<Removal>(Removal{id, {}, {}, 1, answer, reply});
    for (const ResourceId &known : m_resources.keys()) {
        if (known.kind() != ResourceKind::Experiment || !isBelow(known, id))
            continue;
        ++removal->openLists;
        whenFinished(m_store->listJobs(known, {}, std::numeric_limits<int>::max()), this,
                     [this, removal](const Result<QList<JobRow>> &rows) {
                         if (!rows)
                             return abandonRemoval(removal, rows.error());
                         for (const JobRow &row : *rows) {
                             JobController *live = liveJob(row.id);
                             if (!live) {
                                 removal->waiting.append(row);
                                 continue;
                             }
                             removal->jobs.insert(row.id);
                             live->remove();
                         }
                         --removal->openLists;
                         finishRemovals();
                     });
    }
    --removal->openLists;
    m_removals.append(removal);
    scheduleSoon(); // what was set up leaves when no job is in the way
    for (const ResourceId &known : m_resources.keys()) {
        if (isBelow(known, id))
            m_feed.upsert(known); // it is "deleting"
    }
    finishRemovals();
}

// What could not be read could be running: nothing is forgotten then.
void Service::abandonRemoval(const std::shared_ptr<Removal> &removal, const Error &error)
{
    if (!m_removals.removeOne(removal))
        return;
    for (const ResourceId &known : m_resources.keys()) {
        if (isBelow(known, removal->id))
            m_feed.upsert(known);
    }
    removal->reply(error);
}

bool Service::isBeingRemoved(const ResourceId &id) const
{
    return std::any_of(m_removals.cbegin(), m_removals.cend(),
                       [&id](const auto &removal) { return isBelow(id, removal->id); });
}

void Service::removeNextJobs(Removal &removal)
{
    constexpr qsizetype atOnce = 8;
    while (!removal.waiting.isEmpty() && removal.jobs.size() < atOnce) {
        const JobRow row = removal.waiting.takeFirst();
        JobController *live = liveJob(row.id);
        removal.jobs.insert(row.id);
        (live ? live : startJob(JobRecord::fromRow(row)))->remove();
    }
}

void Service::finishRemovals()
{
    for (const auto &removal : QList<std::shared_ptr<Removal>>(m_removals)) {
        if (removal->openLists == 0)
            removeNextJobs(*removal);
        if (removal->openLists > 0 || !removal->jobs.isEmpty() || isTakingBack(removal->id))
            continue;
        m_removals.removeOne(removal);
        for (const ResourceId &known : m_resources.keys()) {
            if (!isBelow(known, removal->id))
                continue;
            const QJsonObject document = m_resources.take(known);
            if (known.kind() == ResourceKind::Cluster)
                removeSecretsOf(secretOwner(ResourceKind::Cluster, uuidOf(document)));
            m_jobCounts.remove(known);
            m_feed.remove(known);
            if (MachineController *machine = m_machines.take(known))
                machine->deleteLater();
        }
        scheduleSoon();
        whenFinished(m_store->removeResource(removal->id), this, [removal](const Result<void> &result) {
            if (!result)
                return removal->reply(result.error());
            removal->reply(QJsonValue(removal->answer));
        });
    }
}

} // namespace engine
