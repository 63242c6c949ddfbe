// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/service.h"

#include "engine/api/documents.h"
#include "engine/api/ours.h"
#include "engine/base/whenfinished.h"
#include "engine/cluster/membership.h"
#include "engine/launch/setupplan.h"
#include "engine/service/shared.h"
#include "engine/ssh/sshconfig.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

NodeState stateOf(const MachineController *machine, const JobController *job, const Membership *membership)
{
    if (job)
        return NodeState::Running;
    if (!machine)
        return NodeState::Unusable;
    switch (machine->link()) {
    case LinkState::Online:
        if (!membership || membership->isReady())
            return NodeState::Idle;
        return membership->record().state == SetupState::Failed ? NodeState::Unusable : NodeState::Preparing;
    case LinkState::Offline:
    case LinkState::NeedsAttention:
        return NodeState::Unusable;
    default:
        return NodeState::Preparing;
    }
}

// Where its setup stands; one that failed is an error of the cluster, too, as the service had it.
void addSetup(const Membership &membership, QJsonObject &node, QJsonArray &errors)
{
    const MembershipRecord &record = membership.record();
    node[u"setup"_s] = toString(record.state);
    if (record.reason.isEmpty())
        return;
    node[u"reason"_s] = record.reason.toJson();
    if (record.state == SetupState::Failed)
        errors.append(
            QJsonObject{{u"code"_s, record.errorCode},
                        {u"message"_s, QString(record.machine.name() + u": "_s + record.reason.englishText())},
                        {u"details"_s, QJsonArray()}});
}

Message belowTarget(qsizetype nodes, int target)
{
    return Message(QT_TRANSLATE_NOOP("engine", "It has %1 of %2 nodes: no more machines were given to it."),
                   {QString::number(nodes), QString::number(target)});
}

QJsonObject manualScale(int target)
{
    return {{u"manual"_s, QJsonObject{{u"targetNodeCount"_s, target}, {u"nodeDeallocationOption"_s, u"requeue"_s}}}};
}

// As the service's command line understands its three numbers; \a given is the document's own.
Result<QJsonObject> scaleSettings(const QJsonObject &parameters, const QJsonObject &given, int machines)
{
    const auto number = [&parameters](const QString &key) { return parameters.value(key).toInt(-1); };
    for (const QString &key : {u"target"_s, u"minimum"_s, u"maximum"_s}) {
        if (parameters.contains(key) && number(key) < 0)
            return refused(key, u"OutOfRange"_s,
                           Message(QT_TRANSLATE_NOOP("engine", "The number of nodes must be 0 or more.")));
    }
    const int target = number(u"target"_s);
    const int minimum = number(u"minimum"_s);
    const int maximum = number(u"maximum"_s);
    if ((minimum < 0) != (maximum < 0))
        return refused(
            minimum < 0 ? u"minimum"_s : u"maximum"_s, u"Required"_s,
            Message(QT_TRANSLATE_NOOP("engine", "Say both the fewest and the most nodes: --min N --max N.")));
    if (minimum > maximum)
        return refused(u"minimum"_s, u"OutOfRange"_s,
                       Message(QT_TRANSLATE_NOOP("engine", "The fewest nodes, %1, are more than the most, %2."),
                               {QString::number(minimum), QString::number(maximum)}));
    if (minimum >= 0 && (minimum != maximum || (target >= 0 && target != minimum)))
        return QJsonObject{{u"autoScale"_s,
                            QJsonObject{{u"minimumNodeCount"_s, minimum},
                                        {u"maximumNodeCount"_s, maximum},
                                        {u"initialNodeCount"_s, qMax(target, 0)}}}};
    if (minimum >= 0 || target >= 0)
        return manualScale(qMax(target, minimum));
    return given.isEmpty() ? manualScale(machines) : given;
}

} // namespace

QList<MachineController *> Service::nodesOf(const ResourceId &cluster) const
{
    QList<MachineController *> nodes;
    const QJsonValue names = m_resources.value(cluster)[u"properties"_s][u"x-batchdeck"_s][u"machines"_s];
    for (const QJsonValue &path : names.toArray()) {
        const auto id = ResourceId::parse(path.toString());
        if (MachineController *machine = id ? m_machines.value(*id) : nullptr)
            nodes.append(machine);
    }
    return nodes;
}

void Service::createCluster(const QJsonObject &parameters, const Reply &reply)
{
    const auto id = idOf(parameters);
    if (!id)
        return reply(id.error());
    if (m_resources.contains(*id) || m_creating.contains(*id))
        return reply(alreadyExists(*id));
    const auto document = newCluster(*id, parameters);
    if (!document)
        return reply(document.error());
    if (const auto parents = ensureParents(*id); !parents)
        return reply(parents.error());
    const QList<Fault> unmapped =
        withPlaces(useOfVolumes({}, *document).unmapped, ResourceKind::Cluster,
                   parameters.value(u"text"_s).toString().toUtf8(), stringsAt(parameters, u"overrides"_s));
    m_creating.insert(*id);
    whenFinished(keepSetupSecrets(*document), this,
                 [this, id = *id, document = *document, unmapped, reply](const Result<void> &kept) {
                     m_creating.remove(id);
                     const auto parents = kept ? ensureParents(id) : kept; // they may have been deleted meanwhile
                     if (!parents) {
                         removeSecretsOf(secretOwner(ResourceKind::Cluster, uuidOf(document)));
                         return reply(parents.error());
                     }
                     putResource(id, document, withWarnings(unmapped, this, reply));
                     scheduleSoon(); // its nodes may have to be set up
                 });
}

Result<QJsonObject> Service::newCluster(const ResourceId &id, const QJsonObject &parameters) const
{
    if (id.kind() != ResourceKind::Cluster)
        return Error{
            ErrorCode::InvalidArgument,
            Message(QT_TRANSLATE_NOOP("engine", "%1 does not name a cluster: use GROUP/WORKSPACE/clusters/NAME."),
                    {id.shortText()}),
            id.toString(),
            {},
            {}};
    if (const auto name = checkName(ResourceKind::Cluster, id.name()); !name)
        return name.error();
    const DocumentCheck given = givenDocument(ResourceKind::Cluster, parameters);
    if (!given.isValid())
        return refusedDocument(id.toString(), given.faults);
    QJsonObject document = given.document;
    QJsonObject properties = document.value(u"properties"_s).toObject();
    QJsonObject ours = properties.value(u"x-batchdeck"_s).toObject();
    QJsonArray named = parameters.value(u"machines"_s).toArray();
    if (named.isEmpty())
        named = ours.value(u"machines"_s).toArray();
    if (named.isEmpty() && m_machines.size() == 1)
        named.append(m_machines.cbegin().key().toString());
    const auto found = clusterMachines(named);
    if (!found)
        return found.error();
    const QJsonArray machines = *found;
    const auto kind = clusterKind(parameters.value(u"kind"_s).toString(), machines);
    if (!kind)
        return kind.error();
    const auto scale = scaleSettings(parameters, properties.value(u"scaleSettings"_s).toObject(), int(machines.size()));
    if (!scale)
        return scale.error();
    properties[u"scaleSettings"_s] = *scale;
    properties[u"allocationStateTransitionTime"_s] = isoTime(QDateTime::currentMSecsSinceEpoch());
    ours[u"kind"_s] = *kind;
    ours[u"machines"_s] = machines;
    properties[u"x-batchdeck"_s] = ours;
    document[u"properties"_s] = properties;
    return withUuid(id, document);
}

// Names or ids as ids, each machine once.
Result<QJsonArray> Service::clusterMachines(const QJsonArray &names) const
{
    if (names.isEmpty())
        return refused(
            u"machines"_s, u"Required"_s,
            Message(QT_TRANSLATE_NOOP(
                "engine",
                "Name the machines that are its nodes: --machines A,B. \"batchctl machine list\" shows them.")));
    const QHash<ResourceId, ResourceId> otherNames = aliases();
    QHash<ResourceId, ResourceId> taken; // first name and the one that was given
    QJsonArray machines;
    for (const QJsonValue &value : names) {
        const QString text = value.toString();
        const auto parsed = ResourceId::parse(text);
        const ResourceId machine = parsed ? *parsed : ResourceId::machine(m_profileId, text);
        if (!m_machines.contains(machine))
            return refused(u"machines"_s, u"NotFound"_s,
                           Message(QT_TRANSLATE_NOOP(
                                       "engine", "There is no machine \"%1\". Add it first: batchctl machine add %1"),
                                   {machine.name()}));
        const ResourceId first = otherNames.value(machine, machine);
        if (machines.contains(machine.toString()))
            continue;
        if (taken.contains(first))
            return refused(
                u"machines"_s, u"Conflict"_s,
                Message(QT_TRANSLATE_NOOP("engine", "%1 and %2 are two names of one machine. Name one of them."),
                        {taken.value(first).name(), machine.name()}));
        taken.insert(first, machine);
        machines.append(machine.toString());
    }
    return machines;
}

// What kind a cluster of these machines is; an error when it was to be another.
Result<QString> Service::clusterKind(const QString &kind, const QJsonArray &machines) const
{
    QStringList local;
    for (const QJsonValue &path : machines) {
        const auto id = ResourceId::parse(path.toString());
        if (const MachineController *machine = id ? m_machines.value(*id) : nullptr; machine && machine->isLocal())
            local.append(machine->id().name());
    }
    const QString wanted = !kind.isEmpty() ? kind : local.isEmpty() ? u"ssh"_s : u"local"_s;
    if (wanted != u"local"_s && wanted != u"ssh"_s)
        return refused(
            u"kind"_s, u"Unsupported"_s,
            Message(QT_TRANSLATE_NOOP("engine", "This version runs clusters of kind local or ssh, not \"%1\"."),
                    {kind}));
    if (wanted == u"ssh"_s && !local.isEmpty())
        return refused(u"machines"_s, u"Conflict"_s,
                       Message(QT_TRANSLATE_NOOP("engine",
                                                 "A cluster of kind ssh holds machines that are reached by SSH; %1 is "
                                                 "this computer."),
                               {local.constFirst()}));
    if (wanted == u"local"_s && local.isEmpty())
        return refused(u"kind"_s, u"Conflict"_s,
                       Message(QT_TRANSLATE_NOOP("engine",
                                                 "A local cluster has one node, this computer. For machines that are "
                                                 "reached by SSH say --kind ssh.")));
    // All local machines are this computer: one node, however many names it has.
    if (wanted == u"local"_s && machines.size() > 1)
        return refused(
            u"machines"_s, u"Conflict"_s,
            Message(QT_TRANSLATE_NOOP("engine", "A local cluster has one node, this computer; %1 machines were named."),
                    {QString::number(machines.size())}));
    return wanted;
}

void Service::resizeCluster(const QJsonObject &parameters, const Reply &reply)
{
    const auto id = idOf(parameters);
    if (!id)
        return reply(id.error());
    if (!m_resources.contains(*id) || id->kind() != ResourceKind::Cluster)
        return reply(notFound(*id));
    const int target = parameters.value(u"target"_s).toInt(-1);
    if (target < 0)
        return reply(refused(u"target"_s, u"OutOfRange"_s,
                             Message(QT_TRANSLATE_NOOP("engine", "The number of nodes must be 0 or more."))));
    retrySetupsOf(*id);
    changeScale(*id, manualScale(target), reply);
}

QString Service::addressOf(const ResourceId &machine) const
{
    const QJsonObject ours = oursOf(m_resources.value(machine));
    if (const QString address = ours.value(u"address"_s).toString(); !address.isEmpty())
        return address;
    const auto destination = SshDestination::parse(ours.value(u"ssh"_s)[u"destination"_s].toString());
    return destination && !destination->host.isEmpty() ? destination->host : machine.name();
}

QList<Service::ClusterNode> Service::presentNodes(const ResourceId &cluster) const
{
    const int target = ClusterSnapshot::fromDocument(m_resources.value(cluster)).targetNodeCount;
    const QHash<ResourceId, ResourceId> otherNames = aliases();
    QHash<ResourceId, const JobController *> busy; // by the first name
    for (const JobController *job : m_jobs) {
        for (const ResourceId &machine : job->holdsNodes() ? job->record().placement() : QList<ResourceId>())
            busy.insert(otherNames.value(machine, machine), job);
    }
    QList<ClusterNode> nodes;
    const QString uuid = uuidOf(m_resources.value(cluster));
    const QList<MachineController *> machines = nodesOf(cluster);
    for (qsizetype i = 0; i < machines.size(); ++i) {
        const MachineController *machine = machines.at(i);
        const JobController *job = busy.value(otherNames.value(machine->id(), machine->id()));
        const Membership *membership = membershipOf(uuid, machine->id());
        if (i < target)
            nodes.append({machine, job, membership, stateOf(machine, job, membership)});
        else if (membership || (job && job->record().cluster() == cluster))
            nodes.append({machine, job, membership, NodeState::Leaving});
    }
    return nodes;
}

// Machines are there from the first moment, so that only one that goes takes its time. What is short of the target will
// not come by itself: that is no resizing.
bool Service::isResizing(const ResourceId &cluster) const
{
    const QList<ClusterNode> nodes = presentNodes(cluster);
    return std::any_of(nodes.cbegin(), nodes.cend(),
                       [](const ClusterNode &node) { return node.state == NodeState::Leaving; });
}

void Service::followAllocationSoon(const ResourceId &cluster)
{
    m_allocations.insert(cluster);
    scheduleSoon();
}

void Service::followAllocation(const ResourceId &cluster)
{
    if (isResizing(cluster)) {
        m_resizing.insert(cluster);
        return;
    }
    if (!m_resizing.remove(cluster) || !m_resources.contains(cluster))
        return;
    QJsonObject document = m_resources.value(cluster);
    QJsonObject properties = document.value(u"properties"_s).toObject();
    properties[u"allocationStateTransitionTime"_s] = isoTime(QDateTime::currentMSecsSinceEpoch());
    document[u"properties"_s] = properties;
    m_resources.insert(cluster, document);
    m_feed.upsert(cluster);
    whenFinished(m_store->putResource({cluster, document}), this, [this](const Result<void> &stored) {
        if (!stored)
            storeFailed(stored.error());
    });
}

QJsonObject Service::clusterDocument(const ResourceId &id) const
{
    QJsonObject document = m_resources.value(id);
    QJsonObject properties = document.value(u"properties"_s).toObject();
    QJsonObject ours = properties.value(u"x-batchdeck"_s).toObject();
    QHash<NodeState, int> counts;
    QJsonArray nodes;
    QJsonArray errors;
    for (const ClusterNode &each : presentNodes(id)) {
        ++counts[each.state];
        QJsonObject node{{u"name"_s, each.machine->id().name()},
                         {u"machine"_s, each.machine->id().toString()},
                         {u"state"_s, toString(each.state)},
                         {u"link"_s, toString(each.machine->link())}};
        if (each.job)
            node[u"job"_s] = each.job->record().id.toString();
        if (each.membership)
            addSetup(*each.membership, node, errors);
        nodes.append(node);
    }
    const int leaving = counts.value(NodeState::Leaving);
    const int target = ClusterSnapshot::fromDocument(document).targetNodeCount;
    ours[u"nodes"_s] = nodes;
    if (nodes.size() - leaving < target)
        ours[u"reason"_s] = belowTarget(nodes.size() - leaving, target).toJson();
    properties[u"x-batchdeck"_s] = ours;
    properties[u"allocationState"_s] = leaving > 0 ? u"resizing"_s : u"steady"_s;
    properties[u"currentNodeCount"_s] = nodes.size();
    if (!errors.isEmpty())
        properties[u"errors"_s] = errors;
    properties[u"nodeStateCounts"_s] = QJsonObject{{u"idleNodeCount"_s, counts.value(NodeState::Idle)},
                                                   {u"runningNodeCount"_s, counts.value(NodeState::Running)},
                                                   {u"preparingNodeCount"_s, counts.value(NodeState::Preparing)},
                                                   {u"unusableNodeCount"_s, counts.value(NodeState::Unusable)},
                                                   {u"leavingNodeCount"_s, leaving}};
    document[u"properties"_s] = properties;
    return document;
}

} // namespace engine
