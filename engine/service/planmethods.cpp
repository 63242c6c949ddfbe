// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Drafting and planning jobs: what a document asks for, checked, and what would run.

#include "engine/service/service.h"

#include "engine/api/documents.h"
#include "engine/launch/launchplan.h"
#include "engine/service/shared.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QStringList stringsAt(const QJsonObject &parameters, const QString &key)
{
    QStringList strings;
    for (const QJsonValue &value : parameters.value(key).toArray())
        strings.append(value.toString());
    return strings;
}

QJsonObject toJson(const NodePlan &plan)
{
    QJsonArray environment;
    for (const auto &[name, value] : plan.environment)
        environment.append(QJsonObject{{u"name"_s, name}, {u"value"_s, value}});
    QJsonArray commands;
    for (const PlannedCommand &command : plan.commands) {
        commands.append(QJsonObject{{u"purpose"_s, command.purpose},
                                    {u"commandLine"_s, command.commandLine},
                                    {u"standardOutput"_s, command.standardOutput},
                                    {u"standardError"_s, command.standardError}});
    }
    QJsonArray mounts;
    for (const PlannedMount &mount : plan.mounts)
        mounts.append(mount.commandLine);
    QJsonArray files;
    for (const PlannedFile &file : plan.files)
        files.append(file.path);
    return {{u"node"_s, plan.node},
            {u"text"_s, describe(plan)},
            {u"directory"_s, plan.directory},
            {u"files"_s, files},
            {u"mounts"_s, mounts},
            {u"environment"_s, environment},
            {u"commands"_s, commands},
            {u"logFiles"_s, QJsonArray::fromStringList(plan.logFiles)}};
}

} // namespace

Service::Draft Service::draftJob(const ResourceId &id, const QString &cluster, const QByteArray &text,
                                 const QStringList &overrides) const
{
    Draft draft;
    draft.id = id;
    if (const auto name = checkName(ResourceKind::Job, id.name()); !name)
        draft.faults += name.error().details;
    const DocumentCheck check = checkDocument(ResourceKind::Job, text, overrides);
    draft.faults += check.faults;
    draft.warnings = check.warnings;
    draft.document = withDefaults(ResourceKind::Job, check.document);

    QJsonObject properties = draft.document.value(u"properties"_s).toObject();
    const QString given = cluster.isEmpty() ? properties[u"cluster"_s][u"id"_s].toString() : cluster;
    const QString target = u"$.properties.cluster.id"_s;
    auto clusterId = given.contains(u'/')
        ? ResourceId::parseShort(m_profileId, given)
        : Result<ResourceId>(id.ancestor(ResourceKind::Workspace).child(ResourceKind::Cluster, given));
    if (given.isEmpty()) {
        draft.faults.append(
            {u"Required"_s, Message(QT_TRANSLATE_NOOP("engine", "Say which cluster runs it.")), target});
    } else if (!clusterId || clusterId->kind() != ResourceKind::Cluster || !m_resources.contains(*clusterId)) {
        draft.faults.append({u"NotFound"_s,
                             Message(QT_TRANSLATE_NOOP("engine", "There is no cluster \"%1\"."), {given.left(200)}),
                             target});
    } else {
        properties[u"cluster"_s] = QJsonObject{{u"id"_s, clusterId->toString()}};
        draft.document[u"properties"_s] = properties;
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

void Service::planJob(const QJsonObject &parameters, const Reply &reply)
{
    const Draft draft = draftJob(parameters);
    // A plan contacts no machine: what the cluster cannot tell is named, and stands as a placeholder.
    QList<Fault> faults;
    QList<Fault> warnings = draft.warnings;
    for (const Fault &fault : draft.faults)
        (fault.target == u"$.properties.cluster.id"_s ? warnings : faults).append(fault);
    if (!faults.isEmpty())
        return reply(refusedDocument(draft.id.toString(), faults));
    warnings += unsupportedByThisVersion(draft.document);

    const int wanted = qMax(1, draft.document[u"properties"_s][u"nodeCount"_s].toInt(1));
    const auto cluster = ResourceId::parse(draft.document[u"properties"_s][u"cluster"_s][u"id"_s].toString());
    const QList<MachineController *> machines = cluster ? nodesOf(*cluster) : QList<MachineController *>();
    QList<PlanNode> nodes;
    for (int i = 0; i < wanted; ++i) {
        const MachineController *machine = machines.value(i);
        const Inventory inventory = machine && machine->inventory() ? *machine->inventory() : Inventory();
        const QString name = machine ? machine->id().name() : u"node"_s + QString::number(i);
        nodes.append({name, wanted == 1 ? u"127.0.0.1"_s : name,
                      inventory.home.isEmpty() ? u"~/.batchdeck"_s : inventory.home,
                      inventory.machineId.isEmpty() ? name : inventory.machineId, int(inventory.gpus.size())});
    }
    const LaunchPlan plan = planLaunch({draft.id, u"00000000-0000-0000-0000-000000000000"_s, draft.document, 1, nodes});
    QJsonArray planned;
    for (const NodePlan &node : plan.nodes)
        planned.append(toJson(node));
    reply(QJsonValue(QJsonObject{
        {u"nodes"_s, planned},
        {u"warnings"_s, Error{ErrorCode::InvalidDocument, {}, {}, warnings, {}}.toJson().value(u"details"_s)},
        {u"document"_s, withoutSecrets(draft.document)}}));
}

} // namespace engine
