// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/resource/clusterservice.h"

#include "engine/api/document/documents.h"
#include "engine/api/extension.h"
#include "engine/base/whenfinished.h"
#include "engine/job/jobrecord.h"
#include "engine/launch/setupplan.h"
#include "engine/registry/machine/clusters.h"
#include "engine/registry/machine/nodefiles.h"
#include "engine/registry/refusals.h"

#include <QJsonArray>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QJsonObject manualScale(int target)
{
    return {{u"manual"_s, QJsonObject{{u"targetNodeCount"_s, target}, {u"nodeDeallocationOption"_s, u"requeue"_s}}}};
}

// Reads the three numbers as the service's command line does; \a given: scaleSettings of the document.
Result<QJsonObject> scaleSettings(const NewResource &request, const QJsonObject &given, int machines)
{
    for (const auto &[key, number] :
         {std::pair{u"target"_s, request.target}, {u"minimum"_s, request.minimum}, {u"maximum"_s, request.maximum}}) {
        if (number.value_or(0) < 0)
            return refused(key, u"OutOfRange"_s, QT_TRANSLATE_NOOP("engine", "The number of nodes must be 0 or more."));
    }
    const int target = request.target.value_or(-1);
    const int minimum = request.minimum.value_or(-1);
    const int maximum = request.maximum.value_or(-1);
    if ((minimum < 0) != (maximum < 0))
        return refused(minimum < 0 ? u"minimum"_s : u"maximum"_s, u"Required"_s,
                       QT_TRANSLATE_NOOP("engine", "Say both the fewest and the most nodes: --min N --max N."));
    if (minimum > maximum)
        return refused(u"minimum"_s, u"OutOfRange"_s,
                       {QT_TRANSLATE_NOOP("engine", "The fewest nodes, %1, are more than the most, %2."),
                        {QString::number(minimum), QString::number(maximum)}});
    if (minimum >= 0 && (minimum != maximum || (target >= 0 && target != minimum)))
        return QJsonObject{{u"autoScale"_s,
                            QJsonObject{{u"minimumNodeCount"_s, minimum},
                                        {u"maximumNodeCount"_s, maximum},
                                        {u"initialNodeCount"_s, qMax(target, 0)}}}};
    if (minimum >= 0 || target >= 0)
        return manualScale(qMax(target, minimum));
    return given.isEmpty() ? manualScale(machines) : given;
}

QJsonObject withUuid(const ResourceId &cluster, const QJsonObject &document)
{
    QJsonObject extension = extensionOf(document);
    const QString uuid = QUuid::createUuid().toString(QUuid::WithoutBraces);
    extension[u"uuid"_s] = uuid;
    const QJsonObject named = withExtension(document, extension);
    if (!hasSetupTask(named))
        return named;
    QJsonObject setup = named[u"properties"_s][u"nodeSetup"_s].toObject();
    QJsonObject task = setup.value(u"setupTask"_s).toObject();
    task[u"stdOutErrPathSuffix"_s] = setupLogSuffix(cluster, uuid);
    setup[u"setupTask"_s] = task;
    return withProperties(named, {{u"nodeSetup"_s, setup}});
}

} // namespace

ClusterService::ClusterService(Router &router, Resources &resources, const Machines &machines, const VolumeMap &volumes,
                               Memberships &memberships, OwnedSecrets &owned)
    : m_resources(resources), m_machines(machines), m_volumes(volumes), m_memberships(memberships), m_owned(owned)
{
    router.on(method::createCluster, this, &ClusterService::create);
    router.on(method::resizeCluster, this, &ClusterService::resize);
    router.on(method::listSetupFiles, this, &ClusterService::listSetupFiles);
    m_resources.setMade(ResourceKind::Cluster,
                        [this](const ResourceId &id, const NewResource &request) { return made(id, request); });
    assignUuids();
}

void ClusterService::assignUuids()
{
    const QHash<ResourceId, QJsonObject> all = m_resources.all();
    for (auto it = all.cbegin(); it != all.cend(); ++it) {
        if (it.key().kind() == ResourceKind::Cluster && uuidOf(it.value()).isEmpty())
            m_resources.keep(it.key(), withUuid(it.key(), it.value()));
    }
}

void ClusterService::create(const NewResource &request, const ReplyTo<QJsonObject> &reply)
{
    const auto parsed = m_resources.parse(request.id);
    if (!parsed)
        return reply(parsed.error());
    const ResourceId id = *parsed;
    if (m_resources.isReserved(id)) // another call is creating it, which may fail
        return m_resources.whenReleased(id, [this, request, reply] { create(request, reply); });
    if (m_resources.contains(id))
        return reply(alreadyExists(id));
    const auto document = made(id, request);
    if (!document)
        return reply(document.error());
    if (const auto parents = m_resources.ensureParents(id); !parents)
        return reply(parents.error());
    const QList<Fault> unmapped = withPlaces(m_volumes.useOf({}, *document).unmapped, ResourceKind::Cluster,
                                             request.text.text.toUtf8(), request.overrides.texts);
    m_resources.reserve(id);
    whenFinished(m_owned.keepOfCluster(*document), this,
                 [this, id, document = *document, unmapped, reply](const Result<void> &kept) {
                     m_resources.release(id);
                     // The parents may have been deleted in the meantime.
                     const auto parents = kept ? m_resources.ensureParents(id) : kept;
                     if (!parents) {
                         m_owned.removeOf(secretOwner(ResourceKind::Cluster, uuidOf(document)));
                         return reply(parents.error());
                     }
                     m_resources.create(id, document, [unmapped, reply](const Result<QJsonObject> &created) {
                         created ? reply(withWarnings(*created, unmapped)) : reply(created.error());
                     });
                 });
}

Result<QJsonObject> ClusterService::made(const ResourceId &id, const NewResource &request) const
{
    if (id.kind() != ResourceKind::Cluster)
        return Error{ErrorCode::InvalidArgument,
                     {QT_TRANSLATE_NOOP("engine", "%1 does not name a cluster: use GROUP/WORKSPACE/clusters/NAME."),
                      {id.shortText()}},
                     id.toString()};
    if (const auto name = checkName(ResourceKind::Cluster, id.name()); !name)
        return name.error();
    const DocumentCheck given = givenDocument(ResourceKind::Cluster, request);
    if (!given.isValid())
        return refusedDocument(id.toString(), given.faults);
    QJsonObject document = given.document;
    QJsonObject properties = document.value(u"properties"_s).toObject();
    QJsonObject extension = properties.value(u"x-batchdeck"_s).toObject();
    QJsonArray named = QJsonArray::fromStringList(request.machines);
    if (named.isEmpty())
        named = extension.value(u"machines"_s).toArray();
    if (named.isEmpty() && m_machines.all().size() == 1)
        named.append(m_machines.all().cbegin().key().toString());
    const auto found = machinesOf(named);
    if (!found)
        return found.error();
    const QJsonArray machines = *found;
    const auto kind = kindOf(request.kind, machines);
    if (!kind)
        return kind.error();
    const auto scale = scaleSettings(request, properties.value(u"scaleSettings"_s).toObject(), int(machines.size()));
    if (!scale)
        return scale.error();
    properties[u"scaleSettings"_s] = *scale;
    properties[u"allocationStateTransitionTime"_s] = isoTime(QDateTime::currentMSecsSinceEpoch());
    extension[u"kind"_s] = *kind;
    extension[u"machines"_s] = machines;
    properties[u"x-batchdeck"_s] = extension;
    document[u"properties"_s] = properties;
    return withUuid(id, document);
}

// Converts names or ids to ids, each machine once.
Result<QJsonArray> ClusterService::machinesOf(const QJsonArray &names) const
{
    if (names.isEmpty())
        return refused(
            u"machines"_s, u"Required"_s,
            QT_TRANSLATE_NOOP(
                "engine",
                "Name the machines that are its nodes: --machines A,B. \"batchctl machine list\" shows them."));
    const QHash<ResourceId, ResourceId> otherNames = m_machines.aliases();
    QHash<ResourceId, ResourceId> taken; // by the first name: the name that was given
    QJsonArray machines;
    for (const QJsonValue &value : names) {
        const QString text = value.toString();
        const auto parsed = ResourceId::parse(text);
        const ResourceId machine = parsed ? *parsed : ResourceId::machine(m_resources.profileId(), text);
        if (!m_machines.find(machine))
            return refused(
                u"machines"_s, u"NotFound"_s,
                {QT_TRANSLATE_NOOP("engine", "There is no machine \"%1\". Add it first: batchctl machine add %1"),
                 {machine.name()}});
        const ResourceId first = otherNames.value(machine, machine);
        if (machines.contains(machine.toString()))
            continue;
        if (taken.contains(first))
            return refused(u"machines"_s, u"Conflict"_s,
                           {QT_TRANSLATE_NOOP("engine", "%1 and %2 are two names of one machine. Name one of them."),
                            {taken.value(first).name(), machine.name()}});
        taken.insert(first, machine);
        machines.append(machine.toString());
    }
    return machines;
}

// The kind of a cluster of these machines; an error when \a kind differs.
Result<QString> ClusterService::kindOf(const QString &kind, const QJsonArray &machines) const
{
    QStringList local;
    for (const QJsonValue &path : machines) {
        const auto id = ResourceId::parse(path.toString());
        if (const MachineController *machine = id ? m_machines.find(*id) : nullptr; machine && machine->isLocal())
            local.append(machine->id().name());
    }
    const QString wanted = !kind.isEmpty() ? kind : local.isEmpty() ? u"ssh"_s : u"local"_s;
    if (wanted != u"local"_s && wanted != u"ssh"_s)
        return refused(
            u"kind"_s, u"Unsupported"_s,
            {QT_TRANSLATE_NOOP("engine", "This version runs clusters of kind local or ssh, not \"%1\"."), {kind}});
    if (wanted == u"ssh"_s && !local.isEmpty())
        return refused(u"machines"_s, u"Conflict"_s,
                       {QT_TRANSLATE_NOOP("engine",
                                          "A cluster of kind ssh holds machines that are reached by SSH; %1 is "
                                          "this computer."),
                        {local.constFirst()}});
    if (wanted == u"local"_s && local.isEmpty())
        return refused(u"kind"_s, u"Conflict"_s,
                       QT_TRANSLATE_NOOP("engine",
                                         "A local cluster has one node, this computer. For machines that are "
                                         "reached by SSH say --kind ssh."));
    // All local machines are this computer: one node, whatever its names.
    if (wanted == u"local"_s && machines.size() > 1)
        return refused(
            u"machines"_s, u"Conflict"_s,
            {QT_TRANSLATE_NOOP("engine", "A local cluster has one node, this computer; %1 machines were named."),
             {QString::number(machines.size())}});
    return wanted;
}

void ClusterService::resize(const ResizeCluster &request, const ReplyTo<QJsonObject> &reply)
{
    const auto id = m_resources.parse(request.id);
    if (!id)
        return reply(id.error());
    if (!m_resources.contains(*id) || id->kind() != ResourceKind::Cluster)
        return reply(notFound(*id));
    if (request.target < 0)
        return reply(refused(u"target"_s, u"OutOfRange"_s,
                             QT_TRANSLATE_NOOP("engine", "The number of nodes must be 0 or more.")));
    m_memberships.retryOf(*id);
    m_resources.replace(*id, withScale(m_resources.stored(*id), manualScale(request.target)), reply);
}

void ClusterService::listSetupFiles(const ListSetupFiles &request, const ReplyTo<QJsonArray> &reply)
{
    const auto id = m_resources.parse(request.id);
    if (!id)
        return reply(id.error());
    if (!m_resources.contains(*id) || id->kind() != ResourceKind::Cluster)
        return reply(notFound(*id));
    const QString path = request.path;
    if (path.split(u'/').contains(u".."_s))
        return reply(
            invalidArgument(path, {QT_TRANSLATE_NOOP("engine", "\"%1\" leads out of the output directory."), {path}}));
    QList<NodePlace> places;
    for (const Membership *membership : m_memberships.all()) {
        const MembershipRecord &record = membership->record();
        MachineController *machine = m_machines.find(record.machine);
        if (record.uuid == uuidOf(m_resources.stored(*id)) && record.isBegun && machine && machine->isReady())
            places.append({machine, QString(record.directory + u"/stdouterr/"_s + path)});
    }
    listPlaces(places, this, reply);
}

} // namespace engine
