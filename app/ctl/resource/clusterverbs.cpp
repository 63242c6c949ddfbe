// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/job/overrides.h"
#include "app/ctl/resource/clusteroptions.h"
#include "app/ctl/resource/resourceacts.h"
#include "app/ctl/session.h"
#include "app/ctl/storage/mountoptions.h"
#include "app/ctl/verbs.h"
#include "engine/api/document/documents.h"
#include "engine/api/extension.h"
#include "engine/api/resource/snapshots.h"
#include "engine/protocol/clusters.h"
#include "engine/protocol/resources.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

QString nodesIn(const QJsonObject &document, NodeState state)
{
    const auto nodes = ClusterSnapshot::fromDocument(document).nodes;
    return QString::number(
        std::count_if(nodes.cbegin(), nodes.cend(), [state](const NodeSnapshot &node) { return node.state == state; }));
}

const QList<Column> clusterColumns{
    {u"Name"_s, "name"},
    {u"Resource Group"_s, groupCell},
    {u"Workspace"_s, workspaceCell},
    {u"Kind"_s, "properties.x-batchdeck.kind"},
    {u"State"_s, "properties.allocationState"},
    {u"Target"_s,
     [](const QJsonObject &d) { return QString::number(ClusterSnapshot::fromDocument(d).targetNodeCount); }},
    {u"Idle"_s, [](const QJsonObject &d) { return nodesIn(d, NodeState::Idle); }},
    {u"Running"_s, [](const QJsonObject &d) { return nodesIn(d, NodeState::Running); }},
    {u"Preparing"_s, [](const QJsonObject &d) { return nodesIn(d, NodeState::Preparing); }},
    {u"Leaving"_s, [](const QJsonObject &d) { return nodesIn(d, NodeState::Leaving); }},
    {u"Unusable"_s, [](const QJsonObject &d) { return nodesIn(d, NodeState::Unusable); }},
    {u"VM Size"_s, "properties.vmSize"},
};

// The last part of an id.
QString lastPart(const QJsonValue &value)
{
    return value.toString().section(u'/', -1);
}

const QList<Column> clusterNodeColumns{
    {u"ID"_s, "name"},
    {u"Machine"_s, [](const QJsonObject &d) { return lastPart(d.value(u"machine"_s)); }},
    {u"State"_s, "state"},
    {u"Link"_s, "link"},
    {u"Job"_s, [](const QJsonObject &d) { return lastPart(d.value(u"job"_s)); }},
    {u"Setup"_s, "setup"},
    {u"Reason"_s, "reason"},
};

Result<QStringList> machinesOf(const CommandLine &line)
{
    QStringList machines;
    for (const QString &name : line.value(u"--machines"_s).split(u',', Qt::SkipEmptyParts)) {
        if (const auto allowed = checkName(ResourceKind::Machine, name.trimmed()); !allowed)
            return allowed.error();
        machines.append(name.trimmed());
    }
    return machines;
}

// -t, --min and --max as given; the engine checks their combination.
Result<NewResource> countsOf(const CommandLine &line)
{
    NewResource counts;
    for (const auto &[option, member] : {std::pair(u"--target"_s, &NewResource::target),
                                         {u"--min"_s, &NewResource::minimum},
                                         {u"--max"_s, &NewResource::maximum}}) {
        const auto count = nodeCount(line, option);
        if (!count)
            return count.error();
        counts.*member = *count;
    }
    return counts;
}

// az fills in the caller's name as administrator if the document has none; on own machines no user is created.
QStringList administratorFor(const QByteArray &text)
{
    const QJsonObject document = checkDocument(ResourceKind::Cluster, text).document;
    const QJsonValue account = document.value(u"properties"_s)[u"userAccountSettings"_s];
    if (document.isEmpty() || !account[u"adminUserName"_s].isUndefined())
        return {};
    return {overrideText(u"userAccountSettings.adminUserName"_s, qEnvironmentVariable("USER", u"user"_s))};
}

Result<int> createCluster(Session &session, const ResourceId &id)
{
    const CommandLine &line = session.line();
    const auto machines = machinesOf(line);
    auto request = countsOf(line);
    auto overrides = clusterOverrides(line);
    if (const int refused = refuseMissingFile(session))
        return refused;
    const auto text = session.hasConfigFile() ? session.document() : Result<QByteArray>(QByteArray());
    if (!machines || !request || !overrides || !text)
        return !machines ? machines.error()
            : !request   ? request.error()
            : !overrides ? overrides.error()
                         : text.error();
    if (!text->isEmpty())
        *overrides = administratorFor(*text) + *overrides;
    overrides = withMounts(session, ResourceKind::Cluster, *text, *overrides);
    if (!overrides)
        return overrides.error();
    request->id = id.toString();
    request->machines = *machines;
    request->kind = line.value(u"--kind"_s);
    request->text = {QString::fromUtf8(*text)};
    request->overrides = {*overrides};
    auto cluster = session.change(method::createCluster, *request);
    if (!cluster)
        return cluster.error();
    noteWarnings(session, ResourceKind::Cluster, *request);
    noteWarnings(session, cluster->take(u"warnings"_s));
    session.print(*cluster, clusterColumns);
    return 0;
}

Result<int> resizeCluster(Session &session, const ResourceId &id)
{
    const auto target = nodeCount(session.line(), u"--target"_s);
    if (!target)
        return target.error();
    return session.printed(session.change(method::resizeCluster, {id.toString(), target->value_or(0)}), clusterColumns);
}

Result<int> scaleCluster(Session &session, const ResourceId &id)
{
    const auto counts = countsOf(session.line());
    if (!counts)
        return counts.error();
    QJsonObject automatic;
    if (counts->minimum)
        automatic[u"minimumNodeCount"_s] = *counts->minimum;
    if (counts->maximum)
        automatic[u"maximumNodeCount"_s] = *counts->maximum;
    const QJsonObject properties{{u"scaleSettings"_s, QJsonObject{{u"autoScale"_s, automatic}}}};
    return session.printed(
        session.change(method::updateResource, {id.toString(), QJsonObject{{u"properties"_s, properties}}}),
        clusterColumns);
}

Result<int> listClusterNodes(Session &session, const ResourceId &id)
{
    const auto document = session.read(method::getResource, {id.toString()});
    if (!document)
        return document.error();
    session.print(extensionOf(*document)[u"nodes"_s].toArray(), clusterNodeColumns);
    return 0;
}

Result<int> listSetupFiles(Session &session, const ResourceId &id)
{
    const QString path = session.line().value(u"--path"_s);
    return session.printed(session.read(method::listSetupFiles, {id.toString(), path == u"."_s ? QString() : path}),
                           fileColumns);
}

Option countOption(const QString &name, const QString &letter, const QString &help)
{
    return {name, letter, u"N"_s, help, {}};
}

QList<Option> clusterCreateOptions()
{
    return QList<Option>{{u"--kind"_s, {}, u"KIND"_s, u"local (this computer) or ssh; else as its machines are"_s},
                         {u"--machines"_s, {}, u"A,B"_s, u"names of its machines"_s},
                         countOption(u"--target"_s, u"-t"_s, u"how many nodes it should have; else all its machines"_s),
                         countOption(u"--min"_s, {}, u"with --max: as many as its jobs need, at least N"_s),
                         countOption(u"--max"_s, {}, u"with --min: at most N"_s),
                         fileOption(u"its document; - is standard input. Options win over it, and fill {}"_s),
                         oldFileOption,
                         {u"--setup-task"_s, {}, u"COMMAND"_s, u"what prepares each node"_s},
                         {u"--setup-task-output"_s, {}, u"PATH"_s, u"where the output of that goes"_s}}
    + mountOptions() + QList<Option>{keptOption(u"--image"_s, u"-i"_s),       keptOption(u"--custom-image"_s),
                                     keptOption(u"--vm-size"_s, u"-s"_s),     keptOption(u"--vm-priority"_s),
                                     keptOption(u"--user-name"_s, u"-u"_s),   keptOption(u"--subnet"_s),
                                     ignoredOption(u"--ssh-key"_s, u"-k"_s),  ignoredOption(u"--password"_s, u"-p"_s),
                                     ignoredSwitch(u"--generate-ssh-keys"_s), ignoredSwitch(u"--use-auto-storage"_s),
                                     ignoredOption(u"--location"_s, u"-l"_s), noWaitOption};
}

} // namespace

QList<Verb> clusterVerbs()
{
    const QList<Option> named =
        QList<Option>{alsoNamed(nameOption(u"name of the cluster"_s), {u"--cluster-name"_s})} + inWorkspace;
    const Option target = required(countOption(u"--target"_s, u"-t"_s, u"how many nodes it should have"_s));
    const Option minimum = required(countOption(u"--min"_s, {}, u"at least N nodes"_s));
    const Option maximum = required(countOption(u"--max"_s, {}, u"at most N nodes"_s));
    const QList<Option> deleted = named + QList<Option>{terminateOption, yesOption, noWaitOption};
    const QList<Option> nodes =
        QList<Option>{alsoNamed(clusterNameOption, {u"--name"_s, u"-n"_s})} + inWorkspace; // -n in older versions of az
    return {
        {u"cluster create"_s,
         u"Make a cluster of machines."_s,
         about<ResourceKind::Cluster, createCluster>,
         {u"cluster create -n here --machines here"_s, u"cluster create -n lab --kind ssh --machines a05,a06"_s,
          u"cluster create -n old -f cluster.json --machines a05,a06"_s},
         named + clusterCreateOptions()},
        {u"cluster show"_s,
         u"Show a cluster."_s,
         show<ResourceKind::Cluster, clusterColumns>,
         {u"cluster show -n here -o json"_s},
         named},
        {u"cluster list"_s,
         u"List the clusters of a workspace."_s,
         list<ResourceKind::Cluster, clusterColumns>,
         {u"cluster list -o table"_s},
         inWorkspace},
        {u"cluster delete"_s,
         u"Delete a cluster; with live jobs only with --terminate."_s,
         remove<ResourceKind::Cluster>,
         {u"cluster delete -n here -y"_s},
         deleted},
        {u"cluster resize"_s,
         u"Change how many nodes a cluster should have."_s,
         about<ResourceKind::Cluster, resizeCluster>,
         {u"cluster resize -n here -t 1"_s},
         named + QList<Option>{target, noWaitOption}},
        {u"cluster auto-scale"_s,
         u"Let a cluster have as many nodes as its jobs need, between two numbers."_s,
         about<ResourceKind::Cluster, scaleCluster>,
         {u"cluster auto-scale -n lab --min 0 --max 4"_s},
         named + QList<Option>{minimum, maximum, noWaitOption}},
        {u"cluster node list"_s,
         u"List the nodes of a cluster."_s,
         about<ResourceKind::Cluster, listClusterNodes>,
         {u"cluster node list -c here"_s},
         nodes,
         {},
         {u"cluster list-nodes"_s}},
        {u"cluster file list"_s,
         u"List what the setup task of a cluster wrote on its nodes."_s,
         about<ResourceKind::Cluster, listSetupFiles>,
         {u"cluster file list -c lab"_s},
         nodes
             + QList<Option>{{u"--path"_s, u"-p"_s, u"PATH"_s, u"folder in its output directory"_s, u"."_s},
                             ignoredOption(u"--expiry"_s, u"-e"_s)},
         {},
         {u"cluster list-files"_s}},
        clusterExecVerb(),
    };
}

} // namespace ctl
