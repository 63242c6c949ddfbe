// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/service.h"

#include "engine/api/documents.h"
#include "engine/base/whenfinished.h"
#include "engine/service/shared.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// The word for a thing that is made on first use.
bool isDefault(const ResourceId &id)
{
    return id.name().compare(u"default"_s, Qt::CaseInsensitive) == 0;
}

constexpr qsizetype mostWorkspaces = 800; // of a group: the service's quota

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
        return createFileServer(parameters, reply);
    default:
        break;
    }
    if (m_resources.contains(*id))
        return reply(alreadyExists(*id));
    const auto document = newDocument(*id, parameters);
    if (!document)
        return reply(document.error());
    if (const auto parents = ensureParents(*id); !parents)
        return reply(parents.error());
    putResource(*id, *document, reply);
}

Result<QJsonObject> Service::newDocument(const ResourceId &id, const QJsonObject &parameters) const
{
    if (id.kind() == ResourceKind::Cluster)
        return newCluster(id, parameters);
    if (id.kind() == ResourceKind::FileServer)
        return newFileServer(id, parameters);
    if (const auto name = checkName(id.kind(), id.name()); !name)
        return name.error();
    if (id.kind() == ResourceKind::Workspace && childCount(id.parent(), id.kind()) >= mostWorkspaces)
        return Error{ErrorCode::Conflict,
                     Message(QT_TRANSLATE_NOOP("engine", "The group %1 has %2 workspaces already; that is the limit."),
                             {id.groupName(), QString::number(mostWorkspaces)}),
                     id.toString(),
                     {},
                     {}};
    const DocumentCheck given = givenDocument(id.kind(), parameters);
    if (!given.isValid())
        return refusedDocument(id.toString(), given.faults);
    return given.document;
}

qsizetype Service::childCount(const ResourceId &parent, ResourceKind kind) const
{
    return std::count_if(m_resources.keyBegin(), m_resources.keyEnd(),
                         [&](const ResourceId &id) { return id.kind() == kind && id.parent() == parent; });
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
    QJsonObject document = presentDocument(id);
    if (document.isEmpty() || id.kind() == ResourceKind::Job || !isBeingRemoved(id))
        return document;
    QJsonObject properties = document.value(u"properties"_s).toObject();
    properties[u"provisioningState"_s] = u"deleting"_s;
    document[u"properties"_s] = properties;
    return document;
}

QJsonObject Service::presentDocument(const ResourceId &id) const
{
    switch (id.kind()) {
    case ResourceKind::Machine:
        return machineDocument(id);
    case ResourceKind::Cluster:
        return m_resources.contains(id) ? clusterDocument(id) : QJsonObject();
    case ResourceKind::Job:
        if (const JobController *job = liveJob(id))
            return withoutContents(job->document());
        break;
    case ResourceKind::Experiment:
        return experimentDocument(id);
    case ResourceKind::FileServer:
        return fileServerDocument(id);
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

} // namespace engine
