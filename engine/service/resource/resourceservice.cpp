// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/resource/resourceservice.h"

#include "engine/api/document/documents.h"
#include "engine/api/resource/snapshots.h"
#include "engine/base/whenfinished.h"
#include "engine/registry/refusals.h"

#include <QMap>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype mostWorkspaces = 800; // of a group: the service's quota

Error cannotChange(ResourceKind kind, const QString &target, const QString &key)
{
    return invalidArgument(
        target, {QT_TRANSLATE_NOOP("engine", "“%1” of a %2 cannot be changed."), {key.left(200), toString(kind)}});
}

// The first key of \a object other than \a only.
QString otherKey(const QJsonObject &object, const QString &only)
{
    const QStringList keys = object.keys();
    const auto other = std::find_if(keys.cbegin(), keys.cend(), [&only](const QString &key) { return key != only; });
    return other == keys.cend() ? QString() : *other;
}

Result<QJsonValue> onlyMember(ResourceKind kind, const QJsonObject &object, const QString &key, const QString &place)
{
    if (const QString other = otherKey(object, key); !other.isNull())
        return cannotChange(kind, place + u'.' + other, other);
    if (!object.contains(key))
        return invalidArgument(place + u'.' + key,
                               {QT_TRANSLATE_NOOP("engine", "Nothing is to be changed: of a %1 only “%2” can be."),
                                {toString(kind), key}});
    return object.value(key);
}

QJsonObject usage(const QString &name, qint64 value, const QJsonValue &limit)
{
    return {{u"unit"_s, u"Count"_s},
            {u"currentValue"_s, value},
            {u"limit"_s, limit},
            {u"name"_s, QJsonObject{{u"value"_s, name}, {u"localizedValue"_s, name}}}};
}

} // namespace

ResourceService::ResourceService(Router &router, Store &store, Resources &resources, Machines &machines,
                                 const VolumeMap &volumes, Memberships &memberships, Jobs &jobs, OwnedSecrets &owned,
                                 Scheduler &scheduler)
    : m_router(router), m_store(store), m_resources(resources), m_machines(machines), m_volumes(volumes),
      m_memberships(memberships), m_jobs(jobs), m_owned(owned), m_scheduler(scheduler)
{
    router.on(method::fetchSnapshot, this, &ResourceService::snapshot);
    router.on(method::listResources, this, &ResourceService::list);
    router.on(method::getResource, this, &ResourceService::get);
    router.on(QString::fromLatin1(method::createResource.name),
              [this](const QJsonObject &parameters, const Reply &reply) { create(parameters, reply); });
    router.on(method::updateResource, this, &ResourceService::update);
    router.on(QString::fromLatin1(method::deleteResource.name),
              [this](const QJsonObject &parameters, const Reply &reply) { remove(parameters, reply); });
    router.on(method::listUsages, this, &ResourceService::listUsages);
    for (const ResourceKind kind : {ResourceKind::Group, ResourceKind::Workspace, ResourceKind::Experiment})
        m_resources.setMade(kind,
                            [this](const ResourceId &id, const NewResource &request) { return made(id, request); });
    connect(&jobs, &Jobs::removed, this, &ResourceService::jobRemoved);
    connect(&memberships, &Memberships::settled, this, &ResourceService::finishDeletions);
    connect(&memberships, &Memberships::removed, this, &ResourceService::finishDeletions);
    // Deletions do not wait for offline machines.
    connect(&machines, &Machines::changed, this, &ResourceService::finishDeletions);
}

void ResourceService::snapshot(const Nothing &, const ReplyTo<Snapshot> &reply)
{
    constexpr int newestJobs = 200;
    m_resources.feed().flush();
    // The current revision: changes during the reading of jobs follow as events, which may repeat what the snapshot
    // has.
    Snapshot snapshot{qint64(m_resources.feed().revision()), {}, {}};
    QList<QFuture<Result<QList<JobRow>>>> jobs; // by experiment
    for (const ResourceId &id : m_resources.all().keys()) {
        snapshot.upserted.append(m_resources.document(id));
        if (id.kind() == ResourceKind::Experiment)
            jobs.append(m_store.listJobs(id, {}, newestJobs));
    }
    whenAllFinished(jobs, this, [this, snapshot, reply](const QList<Result<QList<JobRow>>> &lists) mutable {
        QSet<ResourceId> newest;
        for (const Result<QList<JobRow>> &rows : lists) {
            for (const JobRow &row : rows ? *rows : QList<JobRow>())
                newest.insert(row.id);
            for (const QJsonValue &job : m_jobs.documents(rows ? *rows : QList<JobRow>()))
                snapshot.upserted.append(job);
        }
        for (const JobController *job : m_jobs.all()) {
            const JobRecord &record = job->record();
            if (record.state != JobState::Queued && !isFinal(record.state) && !newest.contains(record.id))
                snapshot.upserted.append(m_resources.document(record.id));
        }
        reply(snapshot);
        emit snapshotTaken();
    });
}

void ResourceService::list(const ListResources &request, const ReplyTo<QJsonArray> &reply)
{
    ResourceId scope;
    if (request.scope) {
        const auto parsed = m_resources.parse(*request.scope);
        if (!parsed)
            return reply(parsed.error());
        if (!m_resources.contains(*parsed))
            return reply(notFound(*parsed));
        scope = *parsed;
    }
    static const QStringList kinds{u"group"_s,      u"workspace"_s, u"cluster"_s,        u"file-server"_s,
                                   u"experiment"_s, u"machine"_s,   u"storage-account"_s};
    if (!kinds.contains(request.kind))
        return reply(Error{ErrorCode::InvalidArgument,
                           {QT_TRANSLATE_NOOP("engine", "\"%1\" is not a kind that can be listed: %2."),
                            {request.kind.left(100), kinds.join(u", "_s)}},
                           u"kind"_s});
    QMap<ResourceId, QJsonObject> found; // in the order of their ids
    for (auto it = m_resources.all().cbegin(); it != m_resources.all().cend(); ++it) {
        if (toString(it.key().kind()) == request.kind && isBelow(it.key(), scope))
            found.insert(it.key(), m_resources.document(it.key()));
    }
    reply(arrayOf(found, JsonOf<QJsonObject>::write));
}

void ResourceService::get(const OfResource &request, const ReplyTo<QJsonObject> &reply)
{
    const auto id = m_resources.parse(request.id);
    if (!id)
        return reply(id.error());
    if (id->kind() == ResourceKind::Job)
        return m_router.call(u"job.get"_s, {{u"id"_s, request.id}}, reply.call());
    m_resources.contains(*id) ? reply(m_resources.document(*id)) : reply(notFound(*id));
}

void ResourceService::create(const QJsonObject &parameters, const Reply &call)
{
    const QString method = QString::fromLatin1(method::createResource.name);
    const auto request = requestFrom<NewResource>(method, parameters);
    if (!request)
        return call(request.error());
    const auto id = m_resources.parse(request->id);
    if (!id)
        return call(id.error());
    // Kinds with a create method of their own.
    static const QHash<ResourceKind, QString> methods{{ResourceKind::Cluster, u"cluster.create"_s},
                                                      {ResourceKind::Machine, u"machine.add"_s},
                                                      {ResourceKind::StorageAccount, u"storageAccount.add"_s},
                                                      {ResourceKind::Job, u"job.create"_s}};
    if (const QString other = methods.value(id->kind()); !other.isEmpty())
        return m_router.call(other, parameters, call);
    const ReplyTo<QJsonObject> reply(call);
    if (m_resources.contains(*id))
        return reply(alreadyExists(*id));
    const auto document = m_resources.make(*id, *request);
    if (!document)
        return reply(document.error());
    if (const auto parents = m_resources.ensureParents(*id); !parents)
        return reply(parents.error());
    m_resources.create(*id, *document, reply);
}

Result<QJsonObject> ResourceService::made(const ResourceId &id, const NewResource &request) const
{
    if (const auto name = checkName(id.kind(), id.name()); !name)
        return name.error();
    if (id.kind() == ResourceKind::Workspace && workspacesOf(id.parent()) >= mostWorkspaces)
        return Error{ErrorCode::Conflict,
                     {QT_TRANSLATE_NOOP("engine", "The group %1 has %2 workspaces already; that is the limit."),
                      {id.groupName(), QString::number(mostWorkspaces)}},
                     id.toString()};
    const DocumentCheck given = givenDocument(id.kind(), request);
    if (!given.isValid())
        return refusedDocument(id.toString(), given.faults);
    return given.document;
}

qsizetype ResourceService::workspacesOf(const ResourceId &group) const
{
    const QList<ResourceId> ids = m_resources.all().keys();
    return std::count_if(ids.cbegin(), ids.cend(), [&group](const ResourceId &id) {
        return id.kind() == ResourceKind::Workspace && id.parent() == group;
    });
}

void ResourceService::update(const UpdateResource &request, const ReplyTo<QJsonObject> &reply)
{
    const auto id = m_resources.parse(request.id);
    if (!id)
        return reply(id.error());
    const ResourceKind kind = id->kind();
    const bool isCluster = kind == ResourceKind::Cluster;
    if (!isCluster && kind != ResourceKind::Workspace && kind != ResourceKind::Group)
        return reply(
            invalidArgument(id->toString(),
                            {QT_TRANSLATE_NOOP("engine", "A %1 cannot be changed: delete %2, and make it anew."),
                             {toString(kind), id->name()}}));
    if (!m_resources.contains(*id))
        return reply(notFound(*id));
    const QJsonObject change = request.document;
    auto value = onlyMember(kind, change, isCluster ? u"properties"_s : u"tags"_s, u"$"_s);
    if (value && isCluster)
        value = onlyMember(kind, value->toObject(), u"scaleSettings"_s, u"$.properties"_s);
    if (!value)
        return reply(value.error());
    const QString place = isCluster ? u"$.properties.scaleSettings"_s : u"$.tags"_s;
    DocumentCheck check = checkObject(kind, change);
    check.faults.removeIf([&place](const Fault &fault) { return !fault.target.startsWith(place); });
    if (!check.isValid())
        return reply(refusedDocument(id->toString(), check.faults));
    QJsonObject document = m_resources.stored(*id);
    if (isCluster)
        document = withScale(document, withDefaults(kind, change)[u"properties"_s][u"scaleSettings"_s].toObject());
    else
        document[u"tags"_s] = *value;
    m_resources.replace(*id, document, reply);
}

// Own machines have no regions: every region has the same rows.
void ResourceService::listUsages(const ListUsages &request, const ReplyTo<QJsonArray> &reply)
{
    const QString location = request.location;
    if (!location.isEmpty() && !checkName(ResourceKind::Group, location))
        return reply(invalidArgument(
            u"location"_s, {QT_TRANSLATE_NOOP("engine", "“%1” is not the name of a region."), {location.left(100)}}));
    const QHash<ResourceId, ResourceId> otherNames = m_machines.aliases();
    qint64 workspaces = 0;
    qint64 clusters = 0;
    QSet<QString> nodes;
    for (const ResourceId &id : m_resources.all().keys()) {
        workspaces += id.kind() == ResourceKind::Workspace;
        clusters += id.kind() == ResourceKind::Cluster;
        if (id.kind() != ResourceKind::Cluster)
            continue;
        for (const NodeSnapshot &node : ClusterSnapshot::fromDocument(m_resources.document(id)).nodes)
            nodes.insert(otherNames.value(node.machine, node.machine).toString().toLower());
    }
    reply(QJsonArray{usage(u"Clusters"_s, clusters, QJsonValue()),
                     usage(u"Cluster Nodes"_s, nodes.size(), m_machines.all().size() - otherNames.size()),
                     usage(u"Workspaces"_s, workspaces, QJsonValue())});
}

} // namespace engine
