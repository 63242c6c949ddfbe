// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/api/snapshots.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

QString nameCell(const QJsonObject &document)
{
    return document.value(u"name"_s).toString();
}

QJsonValue ours(const QJsonObject &document)
{
    return document.value(u"properties"_s)[u"x-batchdeck"_s];
}

QString nodesIn(const QJsonObject &document, NodeState state)
{
    const auto nodes = ClusterSnapshot::fromDocument(document).nodes;
    return QString::number(
        std::count_if(nodes.cbegin(), nodes.cend(), [state](const NodeSnapshot &node) { return node.state == state; }));
}

const QList<Column> &clusterColumns()
{
    static const QList<Column> columns{
        {u"Name"_s, nameCell},
        {u"Resource Group"_s, [](const QJsonObject &d) { return ResourceSnapshot::fromDocument(d).id.groupName(); }},
        {u"Workspace"_s, [](const QJsonObject &d) { return ResourceSnapshot::fromDocument(d).id.workspaceName(); }},
        {u"Kind"_s, [](const QJsonObject &d) { return ours(d)[u"kind"_s].toString(); }},
        {u"State"_s, [](const QJsonObject &d) { return d.value(u"properties"_s)[u"allocationState"_s].toString(); }},
        {u"Target"_s,
         [](const QJsonObject &d) { return QString::number(ClusterSnapshot::fromDocument(d).targetNodeCount); }},
        {u"Idle"_s, [](const QJsonObject &d) { return nodesIn(d, NodeState::Idle); }},
        {u"Running"_s, [](const QJsonObject &d) { return nodesIn(d, NodeState::Running); }},
        {u"Preparing"_s, [](const QJsonObject &d) { return nodesIn(d, NodeState::Preparing); }},
        {u"Leaving"_s, [](const QJsonObject &d) { return nodesIn(d, NodeState::Leaving); }},
        {u"Unusable"_s, [](const QJsonObject &d) { return nodesIn(d, NodeState::Unusable); }},
    };
    return columns;
}

// A name or an id, as it stands at the end of an id.
QString lastPart(const QJsonValue &value)
{
    return value.toString().section(u'/', -1);
}

const QList<Column> &nodeColumns()
{
    static const QList<Column> columns{
        {u"ID"_s, nameCell},
        {u"Machine"_s, [](const QJsonObject &d) { return lastPart(d.value(u"machine"_s)); }},
        {u"State"_s, [](const QJsonObject &d) { return d.value(u"state"_s).toString(); }},
        {u"Link"_s, [](const QJsonObject &d) { return d.value(u"link"_s).toString(); }},
        {u"Job"_s, [](const QJsonObject &d) { return lastPart(d.value(u"job"_s)); }},
    };
    return columns;
}

Result<int> printed(Session &session, const Result<QJsonValue> &answer, const QList<Column> &columns)
{
    if (!answer)
        return answer.error();
    if (answer->isArray())
        session.print(answer->toArray(), columns);
    else
        session.print(answer->toObject(), columns);
    return 0;
}

Result<int> removed(Session &session, const ResourceId &id, QJsonObject parameters)
{
    if (const int refused = session.confirm(u"Delete the %1 %2"_s.arg(toString(id.kind()), id.shortText())))
        return refused;
    parameters[u"id"_s] = id.toString();
    const auto done = session.change(u"resource.delete"_s, parameters);
    if (!done)
        return done.error();
    return 0;
}

// The number of -t; Error when it is none.
Result<int> targetOf(Session &session)
{
    bool isNumber = false;
    const QString text = session.line().value(u"--target"_s);
    const int target = text.toInt(&isNumber);
    if (isNumber && target >= 0)
        return target;
    return Error{ErrorCode::InvalidArgument,
                 Message("The target \"%1\" is not a number of nodes.", {text}),
                 u"--target"_s,
                 {},
                 {}};
}

Result<int> createCluster(Session &session)
{
    const auto id = session.idFrom(ResourceKind::Cluster, u"--name"_s);
    if (!id)
        return id.error();
    QJsonObject parameters{{u"id"_s, id->toString()}};
    if (session.line().has(u"--kind"_s))
        parameters[u"kind"_s] = session.line().value(u"--kind"_s);
    QJsonArray machines;
    for (const QString &name : session.line().value(u"--machines"_s).split(u',', Qt::SkipEmptyParts)) {
        if (const auto allowed = checkName(ResourceKind::Machine, name.trimmed()); !allowed)
            return allowed.error();
        machines.append(name.trimmed());
    }
    parameters[u"machines"_s] = machines;
    if (session.line().has(u"--target"_s)) {
        const auto target = targetOf(session);
        if (!target)
            return target;
        parameters[u"target"_s] = *target;
    }
    if (session.line().has(u"--config-file"_s)) {
        const auto text = session.document();
        if (!text)
            return text.error();
        parameters[u"text"_s] = QString::fromUtf8(*text);
    }
    return printed(session, session.change(u"cluster.create"_s, parameters), clusterColumns());
}

Result<int> showCluster(Session &session)
{
    const auto id = session.idFrom(ResourceKind::Cluster, u"--name"_s);
    if (!id)
        return id.error();
    return printed(session, session.read(u"resource.get"_s, {{u"id"_s, id->toString()}}), clusterColumns());
}

Result<int> listClusters(Session &session)
{
    const auto scope = session.idFrom(ResourceKind::Workspace, u"--workspace"_s);
    if (!scope)
        return scope.error();
    return printed(session,
                   session.read(u"resource.list"_s, {{u"kind"_s, u"cluster"_s}, {u"scope"_s, scope->toString()}}),
                   clusterColumns());
}

Result<int> deleteCluster(Session &session)
{
    const auto id = session.idFrom(ResourceKind::Cluster, u"--name"_s);
    return id ? removed(session, *id, {{u"terminate"_s, session.line().has(u"--terminate"_s)}})
              : Result<int>(id.error());
}

Result<int> resizeCluster(Session &session)
{
    const auto id = session.idFrom(ResourceKind::Cluster, u"--name"_s);
    if (!id)
        return id.error();
    const auto target = targetOf(session);
    if (!target)
        return target;
    return printed(session, session.change(u"cluster.resize"_s, {{u"id"_s, id->toString()}, {u"target"_s, *target}}),
                   clusterColumns());
}

Result<int> listNodes(Session &session)
{
    const auto id = session.idFrom(ResourceKind::Cluster, u"--cluster"_s);
    if (!id)
        return id.error();
    const auto document = session.read(u"resource.get"_s, {{u"id"_s, id->toString()}});
    if (!document)
        return document.error();
    session.print(ours(document->toObject())[u"nodes"_s].toArray(), nodeColumns());
    return 0;
}

QList<Option> ignoredClusterOptions()
{
    return {ignoredOption(u"--image"_s, u"-i"_s),
            ignoredOption(u"--custom-image"_s),
            ignoredOption(u"--vm-size"_s, u"-s"_s),
            ignoredOption(u"--vm-priority"_s),
            ignoredOption(u"--user-name"_s, u"-u"_s),
            ignoredOption(u"--ssh-key"_s, u"-k"_s),
            ignoredOption(u"--password"_s, u"-p"_s),
            ignoredSwitch(u"--generate-ssh-keys"_s),
            ignoredOption(u"--subnet"_s),
            ignoredSwitch(u"--use-auto-storage"_s),
            ignoredOption(u"--location"_s, u"-l"_s)};
}

} // namespace

QList<Verb> clusterVerbs()
{
    const QList<Option> above{groupOption(), workspaceOption()};
    const QList<Option> named = QList<Option>{nameOption(u"name of the cluster"_s)} + above;
    const Option target{u"--target"_s, u"-t"_s, u"N"_s, u"how many nodes it should have"_s, {}};
    const QList<Option> created = named
        + QList<Option>{{u"--kind"_s, {}, u"KIND"_s, u"local (this computer) or ssh; else as its machines are"_s, {}},
                        {u"--machines"_s, {}, u"A,B"_s, u"names of its machines"_s, {}},
                        target,
                        {u"--config-file"_s, u"-f"_s, u"FILE"_s, u"its document; - is standard input"_s, {}}}
        + ignoredClusterOptions();
    const QList<Option> deleted = named
        + QList<Option>{{u"--terminate"_s, {}, {}, u"end its live jobs first"_s, {}}, yesOption(), noWaitOption()};
    const QList<Option> nodes =
        QList<Option>{{u"--cluster"_s, u"-c"_s, u"CLUSTER"_s, u"name of the cluster"_s, {}}} + above;
    return {
        {u"cluster create"_s,
         u"Make a cluster of machines."_s,
         {},
         created,
         {u"cluster create -n here --machines here"_s, u"cluster create -n lab --kind ssh --machines a05,a06"_s},
         createCluster},
        {u"cluster show"_s, u"Show a cluster."_s, {}, named, {u"cluster show -n here -o json"_s}, showCluster},
        {u"cluster list"_s,
         u"List the clusters of a workspace."_s,
         {},
         above,
         {u"cluster list -o table"_s},
         listClusters},
        {u"cluster delete"_s,
         u"Delete a cluster; with live jobs only with --terminate."_s,
         {},
         deleted,
         {u"cluster delete -n here -y"_s},
         deleteCluster},
        {u"cluster resize"_s,
         u"Change how many nodes a cluster should have."_s,
         {},
         named + QList<Option>{target, noWaitOption()},
         {u"cluster resize -n here -t 1"_s},
         resizeCluster},
        {u"cluster node list"_s,
         u"List the nodes of a cluster."_s,
         {},
         nodes,
         {u"cluster node list -c here"_s},
         listNodes},
    };
}

} // namespace ctl
