// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/service.h"

#include "engine/api/documents.h"
#include "engine/base/whenfinished.h"

#include <QJsonArray>

#include <limits>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

Error notFound(const ResourceId &id)
{
    return {ErrorCode::NotFound,
            Message(QT_TRANSLATE_NOOP("engine", "There is no %1 %2."), {toString(id.kind()), id.shortText()}),
            id.toString(),
            {},
            {}};
}

Error exists(const ResourceId &id)
{
    return {ErrorCode::AlreadyExists,
            Message(QT_TRANSLATE_NOOP("engine", "There is a %1 %2 already."), {toString(id.kind()), id.shortText()}),
            id.toString(),
            {},
            {}};
}

bool isBelow(const ResourceId &id, const ResourceId &scope)
{
    return !scope.isValid() || id == scope || id.ancestor(scope.kind()) == scope;
}

// The word for a thing that is made on first use.
bool isDefault(const ResourceId &id)
{
    return id.name().compare(u"default"_s, Qt::CaseInsensitive) == 0;
}

QJsonObject freshDocument(const ResourceId &id, const QJsonObject &given)
{
    QJsonObject properties = given.value(u"properties"_s).toObject();
    const QJsonValue now = isoTime(QDateTime::currentMSecsSinceEpoch());
    properties[u"creationTime"_s] = now;
    properties[u"provisioningState"_s] = u"succeeded"_s;
    properties[u"provisioningStateTransitionTime"_s] = now;
    QJsonObject document = given;
    document[u"id"_s] = id.toString();
    document[u"name"_s] = id.name();
    document[u"type"_s] = typeName(id.kind());
    document[u"properties"_s] = properties;
    return document;
}

} // namespace

void Service::listResources(const QJsonObject &parameters, const Reply &reply)
{
    ResourceId scope;
    if (parameters.contains(u"scope"_s)) {
        const auto parsed = idOf(parameters, u"scope"_s);
        if (!parsed)
            return reply(parsed.error());
        if (!m_resources.contains(*parsed))
            return reply(notFound(*parsed));
        scope = *parsed;
    }
    const QString kind = parameters.value(u"kind"_s).toString();
    static const QStringList kinds{u"group"_s,       u"workspace"_s,  u"cluster"_s,
                                   u"file-server"_s, u"experiment"_s, u"machine"_s};
    if (!kinds.contains(kind))
        return reply(Error{ErrorCode::InvalidArgument,
                           Message(QT_TRANSLATE_NOOP("engine", "\"%1\" is not a kind that can be listed: %2."),
                                   {kind.left(100), kinds.join(u", "_s)}),
                           u"kind"_s,
                           {},
                           {}});
    QMap<ResourceId, QJsonObject> found; // in the order of their ids
    for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
        if (toString(it.key().kind()) == kind && isBelow(it.key(), scope))
            found.insert(it.key(), documentOf(it.key()));
    }
    QJsonArray array;
    for (const QJsonObject &document : std::as_const(found))
        array.append(document);
    reply(QJsonValue(array));
}

void Service::getResource(const QJsonObject &parameters, const Reply &reply)
{
    const auto id = idOf(parameters);
    if (!id)
        return reply(id.error());
    if (id->kind() == ResourceKind::Job)
        return getJob(parameters, reply);
    if (!m_resources.contains(*id))
        return reply(notFound(*id));
    reply(QJsonValue(documentOf(*id)));
}

void Service::createResource(const QJsonObject &parameters, const Reply &reply)
{
    const auto id = idOf(parameters);
    if (!id)
        return reply(id.error());
    switch (id->kind()) {
    case ResourceKind::Cluster:
        return createCluster(parameters, reply);
    case ResourceKind::Machine:
        return addMachine(parameters, reply);
    case ResourceKind::Job:
        return createJob(parameters, reply);
    case ResourceKind::FileServer:
        return reply(Error{ErrorCode::InvalidArgument,
                           Message(QT_TRANSLATE_NOOP("engine", "This version keeps no file servers.")),
                           id->toString(),
                           {},
                           {}});
    default:
        break;
    }
    if (const auto name = checkName(id->kind(), id->name()); !name)
        return reply(name.error());
    if (m_resources.contains(*id))
        return reply(exists(*id));
    if (const auto parents = ensureParents(*id); !parents)
        return reply(parents.error());
    putResource(*id, parameters.value(u"document"_s).toObject(), reply);
}

Result<void> Service::ensureParents(const ResourceId &id)
{
    if (isBeingRemoved(id))
        return Error{ErrorCode::Conflict,
                     Message(QT_TRANSLATE_NOOP("engine", "%1 is being deleted."), {id.parent().shortText()}),
                     id.toString(),
                     {},
                     {}};
    QList<ResourceId> missing;
    for (ResourceId parent = id.parent(); parent.isValid() && !m_resources.contains(parent); parent = parent.parent()) {
        if (!isDefault(parent))
            return notFound(parent);
        missing.prepend(parent);
    }
    for (const ResourceId &parent : std::as_const(missing))
        rememberResource(parent, {});
    return {};
}

void Service::rememberResource(const ResourceId &id, const QJsonObject &document)
{
    const QJsonObject fresh = freshDocument(id, document);
    m_resources.insert(id, fresh);
    whenFinished(m_store->putResource({id, fresh}), this, [this](const Result<void> &result) {
        if (!result)
            storeFailed(result.error());
    });
    m_feed.upsert(id);
}

void Service::putResource(const ResourceId &id, const QJsonObject &document, const Reply &reply)
{
    const QJsonObject fresh = freshDocument(id, document);
    m_resources.insert(id, fresh);
    whenFinished(m_store->putResource({id, fresh}), this, [this, id, reply](const Result<void> &result) {
        if (!result) {
            m_resources.remove(id);
            return reply(result.error());
        }
        m_feed.upsert(id);
        reply(QJsonValue(documentOf(id)));
    });
}

QJsonObject Service::documentOf(const ResourceId &id) const
{
    switch (id.kind()) {
    case ResourceKind::Machine:
        return machineDocument(id);
    case ResourceKind::Cluster:
        return m_resources.contains(id) ? clusterDocument(id) : QJsonObject();
    case ResourceKind::Job:
        if (const JobController *job = liveJob(id))
            return job->document();
        break;
    case ResourceKind::Experiment:
        return experimentDocument(id);
    default:
        break;
    }
    return m_resources.value(id);
}

QJsonObject Service::experimentDocument(const ResourceId &id) const
{
    QJsonObject document = m_resources.value(id);
    if (document.isEmpty() || !m_jobCounts.contains(id))
        return document;
    QJsonObject properties = document.value(u"properties"_s).toObject();
    QJsonObject ours = properties.value(u"x-batchdeck"_s).toObject();
    ours[u"jobCount"_s] = m_jobCounts.value(id);
    properties[u"x-batchdeck"_s] = ours;
    document[u"properties"_s] = properties;
    return document;
}

void Service::countJobs(const ResourceId &experiment, qint64 change)
{
    m_jobCounts[experiment] += change;
    if (m_resources.contains(experiment))
        m_feed.upsert(experiment);
}

void Service::deleteResource(const QJsonObject &parameters, const Reply &reply)
{
    const auto id = idOf(parameters);
    if (!id)
        return reply(id.error());
    if (id->kind() == ResourceKind::Job)
        return deleteJob(parameters, reply);
    if (!m_resources.contains(*id))
        return reply(notFound(*id));
    const bool terminate = parameters.value(u"terminate"_s).toBool();
    if (id->kind() == ResourceKind::Cluster) {
        QList<JobController *> jobs;
        for (JobController *job : std::as_const(m_jobs)) {
            if (job->record().cluster() == *id && !isFinal(job->record().state))
                jobs.append(job);
        }
        if (!jobs.isEmpty() && !terminate)
            return reply(Error{ErrorCode::Conflict,
                               Message(QT_TRANSLATE_NOOP("engine",
                                                         "The cluster %1 has jobs that are not done, %2 among them. "
                                                         "Stop them first, or delete with --terminate."),
                                       {id->name(), jobs.first()->record().id.name()}),
                               id->toString(),
                               {},
                               {}});
        for (JobController *job : std::as_const(jobs))
            job->terminate();
    }
    if (id->kind() == ResourceKind::Machine) {
        for (const JobController *job : std::as_const(m_jobs)) {
            if (job->isOn(*id) && !job->record().isDone())
                return reply(Error{ErrorCode::Conflict,
                                   Message(QT_TRANSLATE_NOOP("engine", "The job %1 is on the machine %2."),
                                           {job->record().id.shortText(), id->name()}),
                                   id->toString(),
                                   {},
                                   {}});
        }
        for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
            if (it.key().kind() == ResourceKind::Cluster
                && it.value()[u"properties"_s][u"x-batchdeck"_s][u"machines"_s].toArray().contains(id->toString()))
                return reply(Error{ErrorCode::Conflict,
                                   Message(QT_TRANSLATE_NOOP("engine", "The machine %1 is a node of the cluster %2."),
                                           {id->name(), it.key().shortText()}),
                                   id->toString(),
                                   {},
                                   {}});
        }
    }
    removeBelow(*id, reply);
}

void Service::removeBelow(const ResourceId &id, const Reply &reply)
{
    // Jobs end and clean up first, so that nothing is left running that nobody knows of; then the resources go.
    const auto removal = std::make_shared<Removal>(Removal{id, {}, {}, 1, reply});
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
    finishRemovals();
}

// What could not be read could be running: nothing is forgotten then.
void Service::abandonRemoval(const std::shared_ptr<Removal> &removal, const Error &error)
{
    if (m_removals.removeOne(removal))
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
        if (removal->openLists > 0 || !removal->jobs.isEmpty())
            continue;
        m_removals.removeOne(removal);
        for (const ResourceId &known : m_resources.keys()) {
            if (!isBelow(known, removal->id))
                continue;
            m_resources.remove(known);
            m_jobCounts.remove(known);
            m_feed.remove(known);
            if (MachineController *machine = m_machines.take(known))
                machine->deleteLater();
        }
        scheduleSoon();
        whenFinished(m_store->removeResource(removal->id), this, [removal](const Result<void> &result) {
            if (!result)
                return removal->reply(result.error());
            removal->reply(QJsonValue(QJsonObject()));
        });
    }
}

} // namespace engine
