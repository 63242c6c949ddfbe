// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Deletion of a resource with everything below it: jobs end and clean up first, so that nothing unknown keeps running;
// then the resources go.

#include "engine/service/resource/resourceservice.h"

#include "engine/api/extension.h"
#include "engine/api/resource/snapshots.h"
#include "engine/base/whenfinished.h"
#include "engine/launch/setupplan.h"
#include "engine/registry/refusals.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

bool mounts(const QJsonValue &mountVolumes, const ResourceId &server, const QString &profile)
{
    const QList<Volume> volumes = volumesOf(mountVolumes.toObject(), {});
    return std::any_of(volumes.cbegin(), volumes.cend(), [&](const Volume &volume) {
        const auto id = ResourceId::parseShort(profile, volume.source);
        return volume.kind == VolumeKind::FileServer && id && *id == server;
    });
}

} // namespace

struct ResourceService::Deletion
{
    ResourceId id;
    QList<JobRow> waiting; ///< jobs that are not being deleted yet: each deletion costs a process on a machine
    QSet<ResourceId> jobs; ///< jobs that are being deleted
    int openLists = 0;
    DeletedResource answer;
    ReplyTo<DeletedResource> reply;
};

void ResourceService::remove(const QJsonObject &parameters, const Reply &call)
{
    const auto request = requestFrom<DeleteResource>(QString::fromLatin1(method::deleteResource.name), parameters);
    if (!request)
        return call(request.error());
    const ReplyTo<DeletedResource> reply(call);
    const auto id = m_resources.parse(request->id);
    if (!id)
        return reply(id.error());
    if (id->kind() == ResourceKind::Job)
        return m_router.call(u"job.delete"_s, {{u"id"_s, request->id}}, reply.call());
    if (!m_resources.contains(*id))
        return reply(notFound(*id));
    const QList<JobController *> jobs = liveJobsOnClustersOf(*id);
    if (!jobs.isEmpty() && !request->terminate)
        return reply(
            Error{ErrorCode::Conflict,
                  {QT_TRANSLATE_NOOP("engine",
                                     "The cluster %1 has jobs that are not done, %2 among them. Stop them first, or "
                                     "delete with --terminate."),
                   {jobs.first()->record().cluster().name(), jobs.first()->record().id.name()}},
                  id->toString()});
    if (const auto may = mayDeleteMachine(*id, request->terminate); !may)
        return reply(may.error());
    for (JobController *job : jobs)
        job->terminate(Message(QT_TRANSLATE_NOOP("engine", "It was stopped by %1, who deleted %2 under it."),
                               {ownUser(), id->shortText()}));
    QList<Message> warnings;
    if (id->kind() == ResourceKind::Machine)
        warnings = m_memberships.abandon(*id);
    for (const ResourceId &known : m_resources.all().keys()) {
        if (known.kind() == ResourceKind::FileServer && isBelow(known, *id))
            warnings += usersOfFileServer(known);
    }
    removeBelow(*id, warnings.isEmpty() ? DeletedResource() : DeletedResource{warnings}, reply);
}

// Jobs outside of \a id that wait for, or run on, a cluster below \a id.
QList<JobController *> ResourceService::liveJobsOnClustersOf(const ResourceId &id) const
{
    QList<JobController *> jobs;
    for (JobController *job : m_jobs.all()) {
        const JobRecord &record = job->record();
        if (id.kind() != ResourceKind::Machine && isBelow(record.cluster(), id) && !isBelow(record.id, id)
            && !isFinal(record.state))
            jobs.append(job);
    }
    return jobs;
}

Result<void> ResourceService::mayDeleteMachine(const ResourceId &id, bool abandonsSetups) const
{
    if (id.kind() != ResourceKind::Machine)
        return {};
    if (const auto may = m_memberships.mayForget(id); !may && !abandonsSetups)
        return may.error();
    const auto inUse = [&id](const Message &message) { return Error{ErrorCode::Conflict, message, id.toString()}; };
    for (const JobController *job : m_jobs.all()) {
        if (job->isOn(id) && !job->record().isDone())
            return inUse(Message(QT_TRANSLATE_NOOP("engine", "The job %1 is on the machine %2."),
                                 {job->record().id.shortText(), id.name()}));
    }
    for (auto it = m_resources.all().cbegin(); it != m_resources.all().cend(); ++it) {
        if (it.key().kind() == ResourceKind::Cluster
            && extensionOf(it.value()).value(u"machines"_s).toArray().contains(id.toString()))
            return inUse(Message(QT_TRANSLATE_NOOP("engine", "The machine %1 is a node of the cluster %2."),
                                 {id.name(), it.key().shortText()}));
        if (it.key().kind() == ResourceKind::FileServer && FileServerSnapshot::fromDocument(it.value()).machine == id)
            return inUse(Message(QT_TRANSLATE_NOOP("engine", "The machine %1 holds the folder of the file server %2."),
                                 {id.name(), it.key().shortText()}));
    }
    return {};
}

QList<Message> ResourceService::usersOfFileServer(const ResourceId &id) const
{
    QList<Message> users;
    for (auto it = m_resources.all().cbegin(); it != m_resources.all().cend(); ++it) {
        if (it.key().kind() == ResourceKind::Cluster
            && mounts(it.value()[u"properties"_s][u"nodeSetup"_s][u"mountVolumes"_s], id, m_resources.profileId()))
            users.append({QT_TRANSLATE_NOOP("engine", "The cluster %1 still mounts the file server %2."),
                          {it.key().shortText(), id.name()}});
    }
    for (const JobController *job : m_jobs.all()) {
        if (!isFinal(job->record().state)
            && mounts(job->record().properties().value(u"mountVolumes"_s), id, m_resources.profileId()))
            users.append({QT_TRANSLATE_NOOP("engine", "The job %1 still mounts the file server %2."),
                          {job->record().id.shortText(), id.name()}});
    }
    for (const MappedVolume &mapping : m_volumes.all()) {
        const QString place = mapping.target.section(u':', 0, 0);
        if (place.compare(id.name(), Qt::CaseInsensitive) == 0 && !m_machines.named(place))
            users.append({QT_TRANSLATE_NOOP("engine", "The volume %1 is still mapped to the file server %2."),
                          {mapping.source, id.name()}});
    }
    return users;
}

void ResourceService::removeBelow(const ResourceId &id, const DeletedResource &answer,
                                  const ReplyTo<DeletedResource> &reply)
{
    const auto deletion = std::make_shared<Deletion>(Deletion{id, {}, {}, 1, answer, reply});
    for (const ResourceId &known : m_resources.all().keys()) {
        if (known.kind() != ResourceKind::Experiment || !isBelow(known, id))
            continue;
        ++deletion->openLists;
        whenFinished(m_store.listJobs(known, {}, std::numeric_limits<int>::max()), this,
                     [this, deletion](const Result<QList<JobRow>> &rows) {
                         if (!rows)
                             return abandon(deletion, rows.error());
                         for (const JobRow &row : *rows) {
                             JobController *live = m_jobs.live(row.id);
                             if (!live) {
                                 deletion->waiting.append(row);
                                 continue;
                             }
                             deletion->jobs.insert(row.id);
                             live->remove();
                         }
                         --deletion->openLists;
                         finishDeletions();
                     });
    }
    --deletion->openLists;
    m_deletions.append(deletion);
    m_resources.beginDeletion(id);
    m_scheduler.schedulePass(); // setups that no job blocks any more are undone
    finishDeletions();
}

// Rows that could not be read may be of running jobs: nothing is deleted then.
void ResourceService::abandon(const std::shared_ptr<Deletion> &deletion, const Error &error)
{
    if (!m_deletions.removeOne(deletion))
        return;
    m_resources.endDeletion(deletion->id);
    deletion->reply(error);
}

void ResourceService::removeNextJobs(Deletion &deletion)
{
    constexpr qsizetype atOnce = 8;
    while (!deletion.waiting.isEmpty() && deletion.jobs.size() < atOnce) {
        const JobRow row = deletion.waiting.takeFirst();
        deletion.jobs.insert(row.id);
        m_jobs.revive(row)->remove();
    }
}

void ResourceService::jobRemoved(const ResourceId &id)
{
    for (const auto &deletion : std::as_const(m_deletions))
        deletion->jobs.remove(id);
    finishDeletions();
}

void ResourceService::finishDeletions()
{
    for (const auto &deletion : QList<std::shared_ptr<Deletion>>(m_deletions)) {
        if (deletion->openLists == 0)
            removeNextJobs(*deletion);
        if (deletion->openLists > 0 || !deletion->jobs.isEmpty() || m_memberships.isCleaningUp(deletion->id))
            continue;
        m_deletions.removeOne(deletion);
        forgetAll(deletion->id);
        m_resources.endDeletion(deletion->id);
        m_scheduler.schedulePass();
        whenFinished(m_store.removeResource(deletion->id), this, [deletion](const Result<void> &result) {
            if (!result)
                return deletion->reply(result.error());
            deletion->reply(deletion->answer);
        });
    }
}

void ResourceService::forgetAll(const ResourceId &scope)
{
    for (const ResourceId &id : m_resources.all().keys()) {
        if (!isBelow(id, scope))
            continue;
        const QJsonObject document = m_resources.take(id);
        if (id.kind() == ResourceKind::Cluster)
            m_owned.removeOf(secretOwner(ResourceKind::Cluster, uuidOf(document)));
        m_jobs.forgetCount(id);
        m_machines.remove(id);
    }
}

} // namespace engine
