// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/job/jobplanner.h"

#include "engine/api/document/documents.h"
#include "engine/api/extension.h"
#include "engine/registry/machine/memberships.h"
#include "engine/registry/refusals.h"

#include <QJsonArray>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// From the path of mpirun: the machine is not asked.
QString mpiFlavour(const Inventory &inventory)
{
    const QString path = inventory.tools.value(u"mpirun"_s).toLower();
    if (path.contains(u"intel"_s) || path.contains(u"impi"_s))
        return u"intel"_s;
    return path.contains(u"mpich"_s) ? u"mpich"_s : path.contains(u"openmpi"_s) ? u"openmpi"_s : QString();
}

// Podman is preferred: it needs no daemon and no privileges, and its processes are not root's.
QString containerTool(const Inventory &inventory)
{
    if (inventory.tools.contains(u"podman"_s))
        return u"podman"_s;
    return inventory.tools.contains(u"docker"_s) ? u"docker"_s : QString();
}

Fault tooFewNodes(int wanted, const ResourceId &cluster, qsizetype there)
{
    return {u"TooFewNodes"_s,
            Message(QT_TRANSLATE_NOOP("engine", "It takes %1 nodes, and the cluster %2 has %3: it would wait."),
                    {QString::number(wanted), cluster.name(), QString::number(there)}),
            u"$.properties.nodeCount"_s};
}

const QString clusterTarget = u"$.properties.cluster.id"_s;
const QString clusterWord = u"cluster"_s; // prefix of places in the cluster's document

// Adds the cluster's place to faults that belong to the cluster's document, with lines if its text is known.
QList<Fault> withDocuments(QList<Fault> faults, const QByteArray &clusterText = {})
{
    const auto isOfCluster = [](const Fault &fault) { return fault.target.startsWith(u"$.properties.nodeSetup."_s); };
    QList<Fault> ofCluster;
    std::copy_if(faults.cbegin(), faults.cend(), std::back_inserter(ofCluster), isOfCluster);
    ofCluster = faultsIn(clusterWord, withPlaces(ofCluster, ResourceKind::Cluster, clusterText));
    for (Fault &fault : faults) {
        if (isOfCluster(fault))
            fault = ofCluster.takeFirst();
    }
    return faults;
}

// With the service's wording. A cluster with manual scaling may grow while the job waits.
QList<Fault> beyondTheCluster(const QJsonObject &job, const QJsonObject &cluster)
{
    const QJsonValue most = cluster[u"properties"_s][u"scaleSettings"_s][u"autoScale"_s][u"maximumNodeCount"_s];
    const int wanted = job[u"properties"_s][u"nodeCount"_s].toInt(1);
    if (!most.isDouble() || wanted <= most.toInt())
        return {};
    return {{u"TooManyNodes"_s,
             Message(QT_TRANSLATE_NOOP("engine", "Requested %1 nodes but the cluster only has %2 maximum nodes."),
                     {QString::number(wanted), QString::number(most.toInt())}),
             u"$.properties.nodeCount"_s}};
}

// Equal paths on network file systems are taken for the same folder.
bool shareHome(const QList<MachineController *> &nodes, int count)
{
    const QList<MachineController *> machines = nodes.mid(0, count);
    if (machines.isEmpty() || machines.contains(nullptr))
        return false;
    const std::optional<Inventory> first = machines.first()->inventory();
    return machines.size() == count && first
        && (count == 1 || std::all_of(machines.cbegin(), machines.cend(), [&first](const MachineController *machine) {
                const std::optional<Inventory> &inventory = machine->inventory();
                return inventory && inventory->hasNetworkHome() && inventory->home == first->home
                    && inventory->homeFileSystem == first->homeFileSystem;
            }));
}

} // namespace

JobDraft JobPlanner::draft(const JobText &text) const
{
    const auto id = m_resources.parse(text.id);
    if (!id || id->kind() != ResourceKind::Job) {
        JobDraft refused;
        const Message rule(QT_TRANSLATE_NOOP("engine", "\"%1\" does not name a job."), {text.id.left(200)});
        refused.faults.append({u"NameRule"_s, rule, u"$.name"_s});
        return refused;
    }
    return draft(*id, text);
}

JobDraft JobPlanner::draft(const ResourceId &id, const JobText &text,
                           const QHash<ResourceId, QJsonObject> &coming) const
{
    JobDraft draft;
    draft.id = id;
    draft.read = text;
    if (const auto name = checkName(ResourceKind::Job, id.name()); !name)
        draft.faults += name.error().details;
    const DocumentCheck check = checkDocument(ResourceKind::Job, text.text, text.overrides);
    draft.faults += check.faults;
    draft.warnings = check.warnings;
    draft.document = withDefaults(ResourceKind::Job, check.document);

    QJsonObject properties = draft.document.value(u"properties"_s).toObject();
    const QString given = text.cluster.isEmpty() ? properties[u"cluster"_s][u"id"_s].toString() : text.cluster;
    auto clusterId = given.contains(u'/')
        ? ResourceId::parseShort(m_resources.profileId(), given)
        : Result<ResourceId>(id.ancestor(ResourceKind::Workspace).child(ResourceKind::Cluster, given));
    if (given.isEmpty()) {
        draft.faults.append(
            {u"Required"_s, Message(QT_TRANSLATE_NOOP("engine", "Say which cluster runs it.")), clusterTarget});
    } else if (!clusterId || clusterId->kind() != ResourceKind::Cluster
               || !(m_resources.contains(*clusterId) || coming.contains(*clusterId))) {
        draft.faults.append({u"NotFound"_s,
                             Message(QT_TRANSLATE_NOOP("engine", "There is no cluster \"%1\"."), {given.left(200)}),
                             clusterTarget});
    } else {
        properties[u"cluster"_s] = QJsonObject{{u"id"_s, clusterId->toString()}};
        draft.document[u"properties"_s] = properties;
        draft.cluster = coming.value(*clusterId, m_resources.stored(*clusterId));
    }
    return draft;
}

void JobPlanner::complete(JobDraft &draft) const
{
    if (!draft.faults.isEmpty())
        return;
    const VolumeMap::Use use = m_volumes.useOf(draft.document, draft.cluster);
    draft.faults = withDocuments(use.unmapped);
    // A mapped entry needs no placeholders filled in; an unmapped entry has a warning already.
    QStringList told = use.mappedTargets;
    for (const Fault &fault : use.unmapped)
        told.append(fault.target);
    for (const Fault &warning : std::as_const(draft.warnings)) {
        const bool isTold = std::any_of(told.cbegin(), told.cend(), [&warning](const QString &target) {
            return warning.target.startsWith(target + u'.');
        });
        if (warning.code == u"Placeholder" && !isTold)
            draft.faults.append(warning);
    }
    draft.faults = draft.placed(draft.faults + beyondTheCluster(draft.document, draft.cluster));
    draft.document = VolumeMap::recordedIn(draft.document, use.recorded);
}

QList<MachineController *> JobPlanner::nodesOf(const JobDraft &draft) const
{
    const auto cluster = ResourceId::parse(draft.document[u"properties"_s][u"cluster"_s][u"id"_s].toString());
    return engine::nodesOf(cluster ? m_resources.stored(*cluster) : QJsonObject(), m_machines);
}

QList<Fault> JobPlanner::warningsOf(const JobDraft &draft, const LaunchPlan &plan) const
{
    QList<Fault> warnings = draft.warnings;
    const int wanted = qMax(1, draft.document[u"properties"_s][u"nodeCount"_s].toInt(1));
    const auto cluster = ResourceId::parse(draft.document[u"properties"_s][u"cluster"_s][u"id"_s].toString());
    const QList<Fault> beyond = beyondTheCluster(draft.document, draft.cluster);
    warnings += beyond; // only from a plan: job.create refuses a job with such faults
    if (const qsizetype there = nodesOf(draft).size();
        beyond.isEmpty() && cluster && m_resources.contains(*cluster) && there < wanted)
        warnings.append(tooFewNodes(wanted, *cluster, there));
    return draft.placed(warnings + withDocuments(withoutDuplicates(plan.warnings, warnings), draft.clusterText));
}

QList<Fault> JobPlanner::warningsOf(const JobDraft &draft) const
{
    return warningsOf(draft, planLaunch(view(draft, nodesOf(draft), m_volumes.useOf(draft.document, draft.cluster))));
}

QList<PlanNode> JobPlanner::nodes(const QList<MachineController *> &machines, int count) const
{
    QList<PlanNode> nodes;
    for (int i = 0; i < count; ++i) {
        const MachineController *machine = machines.value(i);
        const Inventory inventory = machine && machine->inventory() ? *machine->inventory() : Inventory();
        const QString name = machine ? machine->id().name() : u"node"_s + QString::number(i);
        nodes.append({name,
                      count == 1    ? u"127.0.0.1"_s
                          : machine ? m_machines.addressOf(machine->id())
                                    : name,
                      inventory.home.isEmpty() ? u"$HOME/.batchdeck"_s : inventory.home,
                      inventory.machineId.isEmpty() ? name : inventory.machineId, int(inventory.gpus.size()),
                      mpiFlavour(inventory), containerTool(inventory)});
    }
    return nodes;
}

PlanView JobPlanner::view(const JobDraft &draft, const QList<MachineController *> &machines,
                          const VolumeMap::Use &volumes) const
{
    const int wanted = qMax(1, draft.document[u"properties"_s][u"nodeCount"_s].toInt(1));
    PlanView planned{draft.id, u"00000000-0000-0000-0000-000000000000"_s, draft.document, 1, nodes(machines, wanted)};
    planned.cluster = draft.cluster;
    planned.volumes = volumes.mappings;
    planned.fileServers = volumes.fileServers;
    planned.hasSharedHome = shareHome(machines, wanted);
    return planned;
}

PlanView JobPlanner::view(const JobRecord &job, const QList<ResourceId> &ids) const
{
    QList<MachineController *> machines;
    for (const ResourceId &id : ids)
        machines.append(m_machines.find(id));
    PlanView planned{job.id, job.uuid, job.document, job.attempt, nodes(machines, int(ids.size()))};
    planned.hasSharedHome = shareHome(machines, int(ids.size()));
    const QJsonObject cluster = m_resources.stored(job.cluster());
    const QJsonObject setup = cluster[u"properties"_s][u"nodeSetup"_s].toObject();
    const QJsonObject extension{{u"uuid"_s, extensionOf(cluster).value(u"uuid"_s)}};
    planned.cluster = {{u"properties"_s, QJsonObject{{u"nodeSetup"_s, setup}, {u"x-batchdeck"_s, extension}}}};
    // Volumes are those of the submission; a file server's place is in its own document.
    const VolumeMap::Use use = m_volumes.useOf(job.document, planned.cluster);
    planned.volumes = use.mappings;
    planned.fileServers = use.fileServers;
    for (const QJsonValue &recorded : extensionOf(job.document).value(u"volumes"_s).toArray()) {
        const QString source = recorded[u"source"_s].toString();
        const auto isIt = [&source](const auto &known) { return known.source == source; };
        const bool isServed =
            std::any_of(use.fileServers.cbegin(), use.fileServers.cend(),
                        [&](const QJsonObject &server) { return server.value(u"id"_s).toString() == source; });
        planned.volumes.removeIf(isIt);
        if (!isServed)
            planned.volumes.append({source, recorded[u"target"_s].toString()});
    }
    return planned;
}

} // namespace engine
