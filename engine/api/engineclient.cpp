// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/engineclient.h"

#include "engine/api/clientanswers.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QJsonObject toJson(const JobRequest &request)
{
    QJsonObject json{{u"id"_s, request.id.toString()},
                     {u"text"_s, QString::fromUtf8(request.text)},
                     {u"overrides"_s, QJsonArray::fromStringList(request.overrides)}};
    if (!request.cluster.isEmpty())
        json[u"cluster"_s] = request.cluster;
    if (!request.clusterText.isEmpty())
        json[u"clusterText"_s] = QString::fromUtf8(request.clusterText);
    return json;
}

QJsonObject toJson(const ClusterRequest &request)
{
    QJsonObject json{{u"id"_s, request.id.toString()},
                     {u"kind"_s, request.kind},
                     {u"machines"_s, QJsonArray::fromStringList(request.machines)},
                     {u"text"_s, QString::fromUtf8(request.text)}};
    for (const auto &[key, count] :
         {std::pair(u"target"_s, request.target), {u"minimum"_s, request.minimum}, {u"maximum"_s, request.maximum}}) {
        if (count)
            json[key] = *count;
    }
    return json;
}

FileEntry fileEntry(const QJsonObject &json)
{
    const QJsonObject properties = json.value(u"properties"_s).toObject();
    return {json.value(u"name"_s).toString(), json.value(u"fileType"_s).toString() == u"directory"_s,
            properties.value(u"contentLength"_s).toInteger(),
            QDateTime::fromString(properties.value(u"lastModified"_s).toString(), Qt::ISODateWithMs),
            json.value(u"node"_s).toString()};
}

JobEvent jobEvent(const QJsonObject &json)
{
    return {QDateTime::fromString(json.value(u"time"_s).toString(), Qt::ISODateWithMs),
            json.value(u"state"_s).toString(), Message::fromJson(json.value(u"message"_s).toObject()),
            json.value(u"actor"_s).toString()};
}

} // namespace

EngineClient::EngineClient(EngineLink &link, QObject *parent) : QObject(parent), m_link(link)
{
    connect(&link, &EngineLink::changed, this,
            [this](const QJsonObject &delta) { emit resourcesChanged(ResourceDelta::fromJson(delta)); });
    connect(&link, &EngineLink::noticed, this, &EngineClient::noticed);
    connect(&link, &EngineLink::connectedChanged, this, &EngineClient::connectedChanged);
}

QFuture<Result<EngineStatus>> EngineClient::fetchStatus()
{
    return converted<EngineStatus>(m_link.call(u"engine.status"_s, {}), [](const QJsonValue &value) {
        return EngineStatus{value[u"profileId"_s].toString(), value[u"version"_s].toString()};
    });
}

QFuture<Result<ResourceDelta>> EngineClient::fetchSnapshot()
{
    return converted<ResourceDelta>(m_link.call(u"resource.snapshot"_s, {}),
                                    [](const QJsonValue &value) { return ResourceDelta::fromJson(value.toObject()); });
}

QFuture<Result<QJsonObject>> EngineClient::fetchResource(const ResourceId &id)
{
    return converted<QJsonObject>(m_link.call(u"resource.get"_s, idOnly(id)), toObject);
}

QFuture<Result<QList<ResourceSnapshot>>> EngineClient::listResources(ResourceKind kind, const ResourceId &scope)
{
    QJsonObject parameters{{u"kind"_s, toString(kind)}};
    if (scope.isValid())
        parameters[u"scope"_s] = scope.toString();
    return converted<QList<ResourceSnapshot>>(m_link.call(u"resource.list"_s, parameters), [](const QJsonValue &value) {
        return listOf<ResourceSnapshot>(value, ResourceSnapshot::fromDocument);
    });
}

QFuture<Result<QJsonObject>> EngineClient::createResource(const ResourceId &id, const QJsonObject &document)
{
    return converted<QJsonObject>(
        m_link.call(u"resource.create"_s, {{u"id"_s, id.toString()}, {u"document"_s, document}}), toObject);
}

QFuture<Result<QList<Message>>> EngineClient::deleteResource(const ResourceId &id, bool terminate)
{
    QJsonObject parameters = idOnly(id);
    if (terminate)
        parameters[u"terminate"_s] = true;
    return converted<QList<Message>>(m_link.call(u"resource.delete"_s, parameters), [](const QJsonValue &value) {
        return listOf<Message>(value[u"warnings"_s], Message::fromJson);
    });
}

QFuture<Result<QJsonObject>> EngineClient::createCluster(const ClusterRequest &request)
{
    return converted<QJsonObject>(m_link.call(u"cluster.create"_s, toJson(request)), toObject);
}

QFuture<Result<QJsonObject>> EngineClient::useThisComputer()
{
    return converted<QJsonObject>(m_link.call(u"console.useThisComputer"_s, {}), toObject);
}

QFuture<Result<QJsonObject>> EngineClient::runSample()
{
    return converted<QJsonObject>(m_link.call(u"console.useThisComputer"_s, {{u"runSample"_s, true}}), toObject);
}

QFuture<Result<SampleJob>> EngineClient::fetchSample()
{
    return converted<SampleJob>(m_link.call(u"console.sample"_s, {}), [](const QJsonValue &value) {
        return SampleJob{value[u"name"_s].toString(), value[u"text"_s].toString().toUtf8()};
    });
}

QFuture<Result<QJsonObject>> EngineClient::createJob(const JobRequest &request)
{
    return converted<QJsonObject>(m_link.call(u"job.create"_s, toJson(request)), toObject);
}

QFuture<Result<JobPlanSnapshot>> EngineClient::planJob(const JobRequest &request)
{
    return converted<JobPlanSnapshot>(m_link.call(u"job.plan"_s, toJson(request)), [](const QJsonValue &value) {
        return JobPlanSnapshot::fromJson(value.toObject());
    });
}

QFuture<Result<void>> EngineClient::terminateJob(const ResourceId &id)
{
    return acknowledged(m_link.call(u"job.terminate"_s, idOnly(id)));
}

QFuture<Result<void>> EngineClient::deleteJob(const ResourceId &id)
{
    return acknowledged(m_link.call(u"job.delete"_s, idOnly(id)));
}

QFuture<Result<QJsonObject>> EngineClient::rerunJob(const ResourceId &id)
{
    return converted<QJsonObject>(m_link.call(u"job.rerun"_s, idOnly(id)), toObject);
}

QFuture<Result<QList<FileEntry>>> EngineClient::listJobFiles(const ResourceId &id, const QString &outputDirectoryId,
                                                             const QString &path)
{
    return converted<QList<FileEntry>>(
        m_link.call(u"job.files"_s, {{u"id"_s, id.toString()}, {u"directory"_s, outputDirectoryId}, {u"path"_s, path}}),
        [](const QJsonValue &value) { return listOf<FileEntry>(value, fileEntry); });
}

QFuture<Result<QList<JobEvent>>> EngineClient::listJobEvents(const ResourceId &id)
{
    return converted<QList<JobEvent>>(m_link.call(u"job.events"_s, idOnly(id)),
                                      [](const QJsonValue &value) { return listOf<JobEvent>(value, jobEvent); });
}

QFuture<Result<QList<JobSnapshot>>> EngineClient::listJobs(const ResourceId &experiment, const ResourceId &before,
                                                           int limit)
{
    QJsonObject parameters{{u"experiment"_s, experiment.toString()}, {u"limit"_s, limit}};
    if (before.isValid())
        parameters[u"before"_s] = before.toString();
    return converted<QList<JobSnapshot>>(m_link.call(u"job.list"_s, parameters), [](const QJsonValue &value) {
        return listOf<JobSnapshot>(value, JobSnapshot::fromDocument);
    });
}

} // namespace engine
