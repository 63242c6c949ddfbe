// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/machine/clusters.h"

#include "engine/api/extension.h"
#include "engine/api/resource/snapshots.h"
#include "engine/job/jobrecord.h"
#include "engine/launch/setupplan.h"

#include <QDateTime>
#include <QJsonArray>

#include <algorithm>

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

// Adds the state of the node's setup. As with the service, a failed setup is also an error of the cluster.
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

} // namespace

QJsonObject withScale(const QJsonObject &cluster, const QJsonObject &scaleSettings)
{
    return withProperties(cluster,
                          {{u"scaleSettings"_s, scaleSettings},
                           {u"allocationStateTransitionTime"_s, isoTime(QDateTime::currentMSecsSinceEpoch())}});
}

Clusters::Clusters(Resources &resources, const Machines &machines, const Jobs &jobs, const Memberships &memberships,
                   QObject *parent)
    : QObject(parent), m_resources(resources), m_machines(machines), m_jobs(jobs), m_memberships(memberships)
{
    m_resources.setShown(ResourceKind::Cluster,
                         [this](const ResourceId &id) { return m_resources.contains(id) ? shown(id) : QJsonObject(); });
    connect(&resources, &Resources::changed, this, [this](const ResourceId &id) {
        if (id.kind() == ResourceKind::Cluster)
            follow(id);
    });
    connect(&jobs, &Jobs::changed, this, [this](const JobController &job) {
        if (m_resizing.contains(job.record().cluster()))
            follow(job.record().cluster());
    });
    connect(&memberships, &Memberships::changed, this, &Clusters::followSoon);
    connect(&machines, &Machines::changed, this, [this](const MachineController &machine) {
        for (auto it = m_resources.all().cbegin(); it != m_resources.all().cend(); ++it) {
            if (it.key().kind() == ResourceKind::Cluster
                && nodesOf(it.value(), m_machines).contains(m_machines.find(machine.id())))
                m_resources.feed().upsert(it.key());
        }
    });
}

QList<Clusters::Node> Clusters::presentNodes(const ResourceId &cluster) const
{
    const int target = ClusterSnapshot::fromDocument(m_resources.stored(cluster)).targetNodeCount;
    const QHash<ResourceId, ResourceId> otherNames = m_machines.aliases();
    QHash<ResourceId, const JobController *> busy; // by the first name of the machine
    for (const JobController *job : m_jobs.all()) {
        for (const ResourceId &machine : job->holdsNodes() ? job->record().placement() : QList<ResourceId>())
            busy.insert(otherNames.value(machine, machine), job);
    }
    QList<Node> nodes;
    const QString uuid = uuidOf(m_resources.stored(cluster));
    const QList<MachineController *> machines = nodesOf(m_resources.stored(cluster), m_machines);
    for (qsizetype i = 0; i < machines.size(); ++i) {
        const MachineController *machine = machines.at(i);
        const JobController *job = busy.value(otherNames.value(machine->id(), machine->id()));
        const Membership *membership = m_memberships.find(uuid, machine->id());
        if (i < target)
            nodes.append({machine, job, membership, stateOf(machine, job, membership)});
        else if (membership || (job && job->record().cluster() == cluster))
            nodes.append({machine, job, membership, NodeState::Leaving});
    }
    return nodes;
}

// Machines are nodes at once; only leaving takes time. A cluster with fewer machines than its target is not resizing:
// further machines do not come by themselves.
bool Clusters::isResizing(const ResourceId &cluster) const
{
    const QList<Node> nodes = presentNodes(cluster);
    return std::any_of(nodes.cbegin(), nodes.cend(), [](const Node &node) { return node.state == NodeState::Leaving; });
}

void Clusters::follow(const ResourceId &cluster)
{
    if (isResizing(cluster)) {
        m_resizing.insert(cluster);
        return;
    }
    if (!m_resizing.remove(cluster) || !m_resources.contains(cluster))
        return;
    const QJsonValue now = isoTime(QDateTime::currentMSecsSinceEpoch());
    m_resources.keep(cluster, withProperties(m_resources.stored(cluster), {{u"allocationStateTransitionTime"_s, now}}));
}

void Clusters::followAll()
{
    for (const ResourceId &cluster : std::exchange(m_toFollow, {}))
        follow(cluster);
}

QJsonObject Clusters::shown(const ResourceId &id) const
{
    QJsonObject document = m_resources.stored(id);
    QJsonObject properties = document.value(u"properties"_s).toObject();
    QJsonObject extension = properties.value(u"x-batchdeck"_s).toObject();
    QHash<NodeState, int> counts;
    QJsonArray nodes;
    QJsonArray errors;
    for (const Node &each : presentNodes(id)) {
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
    extension[u"nodes"_s] = nodes;
    extension[u"queuedJobs"_s] = m_jobs.countLive(id).queued;
    if (nodes.size() - leaving < target)
        extension[u"reason"_s] = belowTarget(nodes.size() - leaving, target).toJson();
    properties[u"x-batchdeck"_s] = extension;
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
