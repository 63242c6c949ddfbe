// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/resource/snapshots.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

ResourceId idAt(const QJsonObject &json, const QString &key)
{
    const auto id = ResourceId::parse(json.value(key).toString());
    return id ? *id : ResourceId();
}

QDateTime timeAt(const QJsonObject &json, const QString &key)
{
    return QDateTime::fromString(json.value(key).toString(), Qt::ISODateWithMs);
}

QList<Message> messagesAt(const QJsonObject &json, const QString &key)
{
    QList<Message> messages;
    for (const QJsonValue &value : json.value(key).toArray())
        messages.append(Message::fromJson(value.toObject()));
    return messages;
}

} // namespace

QJsonObject ResourceSnapshot::properties() const
{
    return document.value(u"properties"_s).toObject();
}

QJsonObject ResourceSnapshot::extension() const
{
    return properties().value(u"x-batchdeck"_s).toObject();
}

ResourceSnapshot ResourceSnapshot::fromDocument(const QJsonObject &document)
{
    return {idAt(document, u"id"_s), document};
}

MachineSnapshot MachineSnapshot::fromDocument(const QJsonObject &document)
{
    const auto resource = ResourceSnapshot::fromDocument(document);
    const QJsonObject extension = resource.extension();
    const QJsonObject inventory = extension.value(u"inventory"_s).toObject();
    MachineSnapshot machine;
    machine.id = resource.id;
    machine.link = fromWord<LinkState>(extension.value(u"link"_s).toString());
    machine.linkReason = Message::fromJson(extension.value(u"linkReason"_s).toObject());
    machine.asOf = timeAt(extension, u"asOf"_s);
    machine.isLocal = extension.value(u"local"_s).toBool();
    machine.destination = extension.value(u"ssh"_s)[u"destination"_s].toString();
    for (const QJsonValue &jump : extension.value(u"ssh"_s)[u"jumps"_s].toArray())
        machine.jumps.append(jump[u"destination"_s].toString());
    machine.step = fromWord<ConnectStep>(extension.value(u"step"_s).toString());
    machine.nextTry = timeAt(extension, u"nextTry"_s);
    if (extension.contains(u"question"_s))
        machine.question = Question::fromJson(extension.value(u"question"_s).toObject());
    machine.hostKey = extension.value(u"hostKey"_s).toString();
    machine.notHonoured = messagesAt(extension, u"notHonoured"_s);
    machine.warnings = messagesAt(extension, u"warnings"_s);
    machine.home = inventory.value(u"home"_s).toString();
    machine.user = inventory.value(u"user"_s).toString();
    const QJsonObject tools = inventory.value(u"tools"_s).toObject();
    for (auto it = tools.begin(); it != tools.end(); ++it)
        machine.tools.insert(it.key(), it->toString());
    for (const QJsonValue &disk : inventory.value(u"disks"_s).toArray())
        machine.disks.append(
            {disk[u"mountPoint"_s].toString(), disk[u"sizeBytes"_s].toInteger(), disk[u"freeBytes"_s].toInteger()});
    machine.cores = inventory.value(u"cores"_s).toInt();
    machine.memoryBytes = inventory.value(u"memoryBytes"_s).toInteger();
    machine.os = inventory.value(u"os"_s).toString();
    machine.hostName = inventory.value(u"hostname"_s).toString();
    for (const QJsonValue &value : inventory.value(u"gpus"_s).toArray())
        machine.gpus.append({value[u"model"_s].toString(), value[u"memoryBytes"_s].toInteger()});
    return machine;
}

ClusterSnapshot ClusterSnapshot::fromDocument(const QJsonObject &document)
{
    const auto resource = ResourceSnapshot::fromDocument(document);
    const QJsonObject extension = resource.extension();
    ClusterSnapshot cluster;
    cluster.id = resource.id;
    cluster.kind = extension.value(u"kind"_s).toString();
    // Own machines cost nothing while idle: with autoScale alone the target is its maximum.
    const QJsonValue scale = resource.properties()[u"scaleSettings"_s];
    cluster.targetNodeCount = scale[u"manual"_s].isObject() ? scale[u"manual"_s][u"targetNodeCount"_s].toInt()
                                                            : scale[u"autoScale"_s][u"maximumNodeCount"_s].toInt();
    cluster.reason = Message::fromJson(extension.value(u"reason"_s).toObject());
    for (const QJsonValue &value : extension.value(u"nodes"_s).toArray()) {
        const QJsonObject node = value.toObject();
        cluster.nodes.append({node.value(u"name"_s).toString(), idAt(node, u"machine"_s),
                              fromWord<NodeState>(node.value(u"state"_s).toString()), idAt(node, u"job"_s),
                              Message::fromJson(node.value(u"reason"_s).toObject())});
    }
    return cluster;
}

FileServerSnapshot FileServerSnapshot::fromDocument(const QJsonObject &document)
{
    const auto resource = ResourceSnapshot::fromDocument(document);
    const QJsonObject properties = resource.properties();
    return {resource.id, idAt(resource.extension(), u"machine"_s), resource.extension().value(u"path"_s).toString(),
            properties.value(u"vmSize"_s).toString(), timeAt(properties, u"creationTime"_s)};
}

StorageAccountSnapshot StorageAccountSnapshot::fromDocument(const QJsonObject &document)
{
    const auto resource = ResourceSnapshot::fromDocument(document);
    const QJsonObject properties = resource.properties();
    return {resource.id, properties[u"primaryEndpoints"_s][u"blob"_s].toString(),
            fromWord<Credential>(resource.extension().value(u"credential"_s).toString()),
            timeAt(properties, u"creationTime"_s)};
}

JobSnapshot JobSnapshot::fromDocument(const QJsonObject &document)
{
    const auto resource = ResourceSnapshot::fromDocument(document);
    const QJsonObject properties = resource.properties();
    const QJsonObject execution = properties.value(u"executionInfo"_s).toObject();
    const QJsonObject extension = resource.extension();
    JobSnapshot job;
    job.id = resource.id;
    job.document = document;
    job.uuid = extension.value(u"uuid"_s).toString();
    job.cluster = idAt(properties.value(u"cluster"_s).toObject(), u"id"_s);
    job.toolType = properties.value(u"toolType"_s).toString();
    job.nodeCount = properties.value(u"nodeCount"_s).toInt(1);
    job.state = fromWord<JobState>(properties.value(u"executionState"_s).toString());
    job.phase = fromWord<JobPhase>(extension.value(u"phase"_s).toString());
    job.reason = Message::fromJson(extension.value(u"reason"_s).toObject());
    job.actor = extension.value(u"actor"_s).toString();
    job.exitCode = numberAt(execution, u"exitCode"_s);
    for (const QJsonValue &value : execution.value(u"errors"_s).toArray())
        job.errors.append({value[u"code"_s].toString(), Message::fromJson(value[u"reason"_s].toObject())});
    job.cause = Message::fromJson(extension.value(u"cause"_s).toObject());
    job.created = timeAt(properties, u"creationTime"_s);
    job.started = timeAt(execution, u"startTime"_s);
    job.ended = timeAt(execution, u"endTime"_s);
    job.asOf = timeAt(extension, u"asOf"_s);
    job.link = fromWord<LinkState>(extension.value(u"link"_s).toString());
    job.attempt = extension.value(u"attempt"_s).toInt();
    for (const QJsonValue &machine : extension.value(u"placement"_s).toArray()) {
        if (const auto id = ResourceId::parse(machine.toString()))
            job.nodes.append(id->name());
    }
    for (const QJsonValue &line : extension.value(u"commandLines"_s).toArray())
        job.commandLines.append(line.toString());
    for (const QJsonValue &value : extension.value(u"logs"_s).toArray())
        job.logs.append({value[u"name"_s].toString(), value[u"node"_s].toString(), value[u"spoolPath"_s].toString(),
                         value[u"complete"_s].toBool(), value[u"clockOffsetMs"_s].toInteger()});
    job.nodeRuns = JobNode::fromJson(extension.value(u"nodes"_s).toArray());
    if (const QJsonObject failure = extension.value(u"firstFailure"_s).toObject(); !failure.isEmpty())
        job.firstFailure = FirstFailure::fromJson(failure);
    job.samplesPath = extension.value(u"samplesPath"_s).toString();
    return job;
}

ResourceDelta ResourceDelta::fromJson(const QJsonObject &json)
{
    ResourceDelta delta;
    delta.revision = quint64(json.value(u"revision"_s).toInteger());
    for (const QJsonValue &document : json.value(u"upserted"_s).toArray())
        delta.upserted.append(ResourceSnapshot::fromDocument(document.toObject()));
    for (const QJsonValue &path : json.value(u"removed"_s).toArray()) {
        if (const auto id = ResourceId::parse(path.toString()))
            delta.removed.append(*id);
    }
    return delta;
}

} // namespace engine
