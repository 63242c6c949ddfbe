// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// What may be changed of what is there, and what there is in all.

#include "engine/service/service.h"

#include "engine/base/whenfinished.h"
#include "engine/service/shared.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

Error cannotChange(ResourceKind kind, const QString &target, const QString &key)
{
    return invalidArgument(
        target,
        Message(QT_TRANSLATE_NOOP("engine", "“%1” of a %2 cannot be changed."), {key.left(200), toString(kind)}));
}

// The first key of \a object that is not \a only.
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
        return invalidArgument(
            place + u'.' + key,
            Message(QT_TRANSLATE_NOOP("engine", "Nothing is to be changed: of a %1 only “%2” can be."),
                    {toString(kind), key}));
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

void Service::updateResource(const QJsonObject &parameters, const Reply &reply)
{
    const auto id = idOf(parameters);
    if (!id)
        return reply(id.error());
    const ResourceKind kind = id->kind();
    const bool isCluster = kind == ResourceKind::Cluster;
    if (!isCluster && kind != ResourceKind::Workspace && kind != ResourceKind::Group)
        return reply(
            invalidArgument(id->toString(),
                            Message(QT_TRANSLATE_NOOP("engine", "A %1 cannot be changed: delete %2, and make it anew."),
                                    {toString(kind), id->name()})));
    if (!m_resources.contains(*id))
        return reply(notFound(*id));
    const QJsonObject change = parameters.value(u"document"_s).toObject();
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
    if (isCluster)
        return changeScale(*id, withDefaults(kind, change)[u"properties"_s][u"scaleSettings"_s].toObject(), reply);
    QJsonObject document = m_resources.value(*id);
    document[u"tags"_s] = *value;
    changeResource(*id, document, reply);
}

void Service::changeScale(const ResourceId &cluster, const QJsonObject &scaleSettings, const Reply &reply)
{
    QJsonObject document = m_resources.value(cluster);
    QJsonObject properties = document.value(u"properties"_s).toObject();
    properties[u"scaleSettings"_s] = scaleSettings;
    properties[u"allocationStateTransitionTime"_s] = isoTime(QDateTime::currentMSecsSinceEpoch());
    document[u"properties"_s] = properties;
    changeResource(cluster, document, reply);
}

void Service::changeResource(const ResourceId &id, const QJsonObject &document, const Reply &reply)
{
    const QJsonObject before = m_resources.value(id);
    m_resources.insert(id, document);
    whenFinished(m_store->putResource({id, document}), this, [this, id, before, reply](const Result<void> &result) {
        if (!result) {
            if (m_resources.contains(id))
                m_resources.insert(id, before);
            return reply(result.error());
        }
        m_feed.upsert(id);
        if (id.kind() == ResourceKind::Cluster)
            followAllocation(id);
        scheduleSoon();
        reply(QJsonValue(documentOf(id)));
    });
}

// Regions mean nothing to machines of one's own: every one has the same rows.
void Service::listUsages(const QJsonObject &parameters, const Reply &reply)
{
    const QString location = parameters.value(u"location"_s).toString();
    if (!location.isEmpty() && !checkName(ResourceKind::Group, location))
        return reply(invalidArgument(
            u"location"_s,
            Message(QT_TRANSLATE_NOOP("engine", "“%1” is not the name of a region."), {location.left(100)})));
    const QHash<ResourceId, ResourceId> otherNames = aliases();
    qint64 workspaces = 0;
    qint64 clusters = 0;
    QSet<QString> nodes;
    for (const ResourceId &id : m_resources.keys()) {
        workspaces += id.kind() == ResourceKind::Workspace;
        clusters += id.kind() == ResourceKind::Cluster;
        if (id.kind() != ResourceKind::Cluster)
            continue;
        for (const NodeSnapshot &node : ClusterSnapshot::fromDocument(clusterDocument(id)).nodes)
            nodes.insert(otherNames.value(node.machine, node.machine).toString().toLower());
    }
    reply(QJsonValue(QJsonArray{usage(u"Clusters"_s, clusters, QJsonValue()),
                                usage(u"Cluster Nodes"_s, nodes.size(), m_machines.size() - otherNames.size()),
                                usage(u"Workspaces"_s, workspaces, QJsonValue())}));
}

} // namespace engine
