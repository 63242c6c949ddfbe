// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Drafting and planning jobs: what a document asks for, checked, and what would run.

#include "engine/service/service.h"

#include "engine/api/documents.h"
#include "engine/api/ours.h"
#include "engine/service/shared.h"

#include <QJsonArray>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QJsonArray toJson(const QList<std::pair<QString, QString>> &variables)
{
    QJsonArray array;
    for (const auto &[name, value] : variables)
        array.append(QJsonObject{{u"name"_s, name}, {u"value"_s, value}});
    return array;
}

QJsonObject toJson(const PlannedCommand &command)
{
    return {{u"purpose"_s, command.purpose},
            {u"commandLine"_s, command.commandLine},
            {u"standardOutput"_s, command.standardOutput},
            {u"standardError"_s, command.standardError},
            {u"task"_s, command.task},
            {u"index"_s, command.index},
            {u"processes"_s, command.processes},
            {u"environment"_s, toJson(command.environment)}};
}

QJsonObject toJson(const PlannedMount &mount)
{
    return {{u"kind"_s, toString(mount.volume.kind)}, {u"source"_s, mount.volume.source},
            {u"mappedTo"_s, mount.mappedTo},          {u"path"_s, mount.path},
            {u"commandLine"_s, mount.commandLine},    {u"isOfCluster"_s, mount.isOfCluster}};
}

QJsonObject toJson(const PlannedContainer &container)
{
    return {{u"image"_s, container.image},
            {u"tool"_s, container.tool},
            {u"commands"_s, QJsonArray::fromStringList(container.commands)},
            {u"prefix"_s, container.prefix},
            {u"stop"_s, container.stop}};
}

QJsonObject toJson(const NodePlan &plan);

template <typename T> QJsonArray toArray(const QList<T> &list)
{
    QJsonArray array;
    for (const T &entry : list)
        array.append(toJson(entry));
    return array;
}

QJsonObject toJson(const NodePlan &plan)
{
    QJsonArray files;
    for (const PlannedFile &file : plan.files)
        files.append(file.path);
    QJsonObject json{{u"node"_s, plan.node},
                     {u"text"_s, describe(plan)},
                     {u"directory"_s, plan.directory},
                     {u"files"_s, files},
                     {u"mounts"_s, toArray(plan.mounts)},
                     {u"environment"_s, toJson(plan.environment)},
                     {u"commands"_s, toArray(plan.commands)},
                     {u"logFiles"_s, QJsonArray::fromStringList(plan.logFiles)}};
    if (plan.container)
        json[u"container"_s] = toJson(*plan.container);
    return json;
}

// By its path: nobody has asked the machine which one it is.
QString mpiFlavour(const Inventory &inventory)
{
    const QString path = inventory.tools.value(u"mpirun"_s).toLower();
    if (path.contains(u"intel"_s) || path.contains(u"impi"_s))
        return u"intel"_s;
    return path.contains(u"mpich"_s) ? u"mpich"_s : path.contains(u"openmpi"_s) ? u"openmpi"_s : QString();
}

// Podman needs no daemon and no rights: nothing that it runs is root's when the user is not.
QString containerTool(const Inventory &inventory)
{
    if (inventory.tools.contains(u"podman"_s))
        return u"podman"_s;
    return inventory.tools.contains(u"docker"_s) ? u"docker"_s : QString();
}

// A file server's place is not of the map; a reader wants to see it all the same.
void showPlaces(const QList<VolumeMapping> &places, LaunchPlan &plan)
{
    for (NodePlan &node : plan.nodes) {
        for (PlannedMount &mount : node.mounts) {
            for (const VolumeMapping &place : places) {
                if (place.source == mount.volume.source)
                    mount.mappedTo = place.target;
            }
        }
    }
}

Fault tooFewNodes(int wanted, const ResourceId &cluster, qsizetype there)
{
    return {u"TooFewNodes"_s,
            Message(QT_TRANSLATE_NOOP("engine", "It takes %1 nodes, and the cluster %2 has %3: it would wait."),
                    {QString::number(wanted), cluster.name(), QString::number(there)}),
            u"$.properties.nodeCount"_s};
}

const QString clusterTarget = u"$.properties.cluster.id"_s;
const QString clusterWord = u"cluster"_s; // before the places in it

// What stands in the cluster's document is told with that, and with its place where the text is known.
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

// In the service's own words. A cluster whose size is set by hand may grow while the job waits.
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

QList<Fault> takeFaultsOfCluster(QList<Fault> &faults)
{
    const auto others = std::stable_partition(faults.begin(), faults.end(),
                                              [](const Fault &fault) { return fault.target != clusterTarget; });
    const QList<Fault> taken(others, faults.end());
    faults.erase(others, faults.end());
    return taken;
}

} // namespace

Service::Draft Service::draftJob(const ResourceId &id, const QString &cluster, const QByteArray &text,
                                 const QStringList &overrides, const QHash<ResourceId, QJsonObject> &coming) const
{
    Draft draft;
    draft.id = id;
    draft.text = text;
    draft.overrides = overrides;
    if (const auto name = checkName(ResourceKind::Job, id.name()); !name)
        draft.faults += name.error().details;
    const DocumentCheck check = checkDocument(ResourceKind::Job, text, overrides);
    draft.faults += check.faults;
    draft.warnings = check.warnings;
    draft.document = withDefaults(ResourceKind::Job, check.document);

    QJsonObject properties = draft.document.value(u"properties"_s).toObject();
    const QString given = cluster.isEmpty() ? properties[u"cluster"_s][u"id"_s].toString() : cluster;
    auto clusterId = given.contains(u'/')
        ? ResourceId::parseShort(m_profileId, given)
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
        draft.cluster = coming.value(*clusterId, m_resources.value(*clusterId));
    }
    return draft;
}

Service::Draft Service::draftJob(const QJsonObject &parameters) const
{
    const auto id = idOf(parameters);
    if (!id || id->kind() != ResourceKind::Job) {
        Draft draft;
        const Message rule(QT_TRANSLATE_NOOP("engine", "\"%1\" does not name a job."),
                           {parameters.value(u"id"_s).toString().left(200)});
        draft.faults.append({u"NameRule"_s, rule, u"$.name"_s});
        return draft;
    }
    return draftJob(*id, parameters.value(u"cluster"_s).toString(), parameters.value(u"text"_s).toString().toUtf8(),
                    stringsAt(parameters, u"overrides"_s));
}

void Service::completeDraft(Draft &draft) const
{
    if (!draft.faults.isEmpty())
        return;
    const VolumeUse use = useOfVolumes(draft.document, draft.cluster);
    draft.faults = withDocuments(use.unmapped);
    // In an entry that is mapped nothing needs to be filled in, and one that is not mapped is told already.
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
    draft.document = withVolumes(draft.document, use.recorded);
}

QList<PlanNode> Service::planNodes(const QList<MachineController *> &machines, int count) const
{
    QList<PlanNode> nodes;
    for (int i = 0; i < count; ++i) {
        const MachineController *machine = machines.value(i);
        const Inventory inventory = machine && machine->inventory() ? *machine->inventory() : Inventory();
        const QString name = machine ? machine->id().name() : u"node"_s + QString::number(i);
        nodes.append({name,
                      count == 1    ? u"127.0.0.1"_s
                          : machine ? addressOf(machine->id())
                                    : name,
                      inventory.home.isEmpty() ? u"$HOME/.batchdeck"_s : inventory.home,
                      inventory.machineId.isEmpty() ? name : inventory.machineId, int(inventory.gpus.size()),
                      mpiFlavour(inventory), containerTool(inventory)});
    }
    return nodes;
}

// One path on a network file system is taken for one folder.
bool Service::shareHome(const QList<MachineController *> &nodes, int count)
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

PlanView Service::draftView(const Draft &draft, const QList<MachineController *> &machines,
                            const VolumeUse &volumes) const
{
    const int wanted = qMax(1, draft.document[u"properties"_s][u"nodeCount"_s].toInt(1));
    PlanView view{draft.id, u"00000000-0000-0000-0000-000000000000"_s, draft.document, 1, planNodes(machines, wanted)};
    view.cluster = draft.cluster;
    view.volumes = volumes.mappings;
    view.fileServers = volumes.fileServers;
    view.hasSharedHome = shareHome(machines, wanted);
    return view;
}

PlanView Service::planView(const JobRecord &job, const QList<ResourceId> &ids) const
{
    QList<MachineController *> machines;
    for (const ResourceId &id : ids)
        machines.append(m_machines.value(id));
    PlanView view{job.id, job.uuid, job.document, job.attempt, planNodes(machines, int(ids.size()))};
    view.hasSharedHome = shareHome(machines, int(ids.size()));
    const QJsonObject cluster = m_resources.value(job.cluster());
    const QJsonObject setup = cluster[u"properties"_s][u"nodeSetup"_s].toObject();
    const QJsonObject ours{{u"uuid"_s, oursOf(cluster).value(u"uuid"_s)}};
    view.cluster = {{u"properties"_s, QJsonObject{{u"nodeSetup"_s, setup}, {u"x-batchdeck"_s, ours}}}};
    // Volumes stay where they were when the job was submitted; a file server's place is told by its own document.
    const VolumeUse use = useOfVolumes(job.document, view.cluster);
    view.volumes = use.mappings;
    view.fileServers = use.fileServers;
    for (const QJsonValue &recorded : oursOf(job.document).value(u"volumes"_s).toArray()) {
        const QString source = recorded[u"source"_s].toString();
        const auto isIt = [&source](const auto &known) { return known.source == source; };
        const bool isServed =
            std::any_of(use.fileServers.cbegin(), use.fileServers.cend(),
                        [&](const QJsonObject &server) { return server.value(u"id"_s).toString() == source; });
        view.volumes.removeIf(isIt);
        if (!isServed)
            view.volumes.append({source, recorded[u"target"_s].toString()});
    }
    return view;
}

QList<Fault> Service::warningsOf(const Draft &draft, const LaunchPlan &plan) const
{
    QList<Fault> warnings = draft.warnings;
    const int wanted = qMax(1, draft.document[u"properties"_s][u"nodeCount"_s].toInt(1));
    const auto cluster = ResourceId::parse(draft.document[u"properties"_s][u"cluster"_s][u"id"_s].toString());
    if (const qsizetype there = cluster ? nodesOf(*cluster).size() : 0;
        cluster && m_resources.contains(*cluster) && there < wanted)
        warnings.append(tooFewNodes(wanted, *cluster, there));
    return draft.placed(warnings + withDocuments(withoutTold(plan.warnings, warnings), draft.clusterText));
}

QList<Fault> Service::warningsOf(const Draft &draft) const
{
    const auto cluster = ResourceId::parse(draft.document[u"properties"_s][u"cluster"_s][u"id"_s].toString());
    return warningsOf(draft,
                      planLaunch(draftView(draft, nodesOf(cluster ? *cluster : ResourceId()),
                                           useOfVolumes(draft.document, draft.cluster))));
}

void Service::planJob(const QJsonObject &parameters, const Reply &reply)
{
    Draft draft = draftJob(parameters);
    const QByteArray clusterText = parameters.value(u"clusterText"_s).toString().toUtf8();
    const DocumentCheck coming =
        clusterText.isEmpty() ? DocumentCheck() : checkDocument(ResourceKind::Cluster, clusterText);
    if (!coming.isValid())
        return reply(refusedDocument(clusterWord, faultsIn(clusterWord, coming.faults)));
    const bool isComing = draft.cluster.isEmpty() && !coming.document.isEmpty();
    if (isComing) {
        draft.cluster = coming.document;
        draft.clusterText = clusterText;
        draft.warnings += faultsIn(clusterWord, coming.warnings);
    }
    // A plan contacts no machine: what the cluster cannot tell is named, and stands as a placeholder.
    const QList<Fault> ofCluster = takeFaultsOfCluster(draft.faults);
    if (!isComing)
        draft.warnings += ofCluster;
    if (!draft.faults.isEmpty())
        return reply(refusedDocument(draft.id.toString(), draft.faults));

    const auto named = ResourceId::parse(draft.document[u"properties"_s][u"cluster"_s][u"id"_s].toString());
    const VolumeUse use = useOfVolumes(draft.document, draft.cluster);
    LaunchPlan plan =
        planLaunch(draftView(draft, nodesOf(named && m_resources.contains(*named) ? *named : ResourceId()), use));
    const QList<Fault> warnings = warningsOf(draft, plan);
    showPlaces(use.recorded, plan);
    reply(QJsonValue(QJsonObject{{u"nodes"_s, toArray(plan.nodes)},
                                 {u"warnings"_s, faultsToJson(warnings)},
                                 {u"document"_s, withoutSecrets(draft.document)},
                                 {u"pathSegment"_s, plan.pathSegment}}));
}

} // namespace engine
