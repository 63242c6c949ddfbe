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

OutputFolder outputFolder(const QJsonObject &json)
{
    return {json.value(u"directory"_s).toString(),
            json.value(u"node"_s).toString(),
            {json.value(u"place"_s).toString(), json.value(u"path"_s).toString()},
            json.value(u"sharedWith"_s).toString()};
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
    connect(&link, &EngineLink::transferred, this, [this](const QJsonObject &news) {
        if (news.contains(u"transfer"_s))
            emit transferChanged(TransferSnapshot::fromJson(news.value(u"transfer"_s).toObject()));
        else if (news.contains(u"progress"_s))
            emit transferProgressed(TransferSnapshot::fromJson(news.value(u"progress"_s).toObject()));
        else if (news.contains(u"removed"_s))
            emit transferRemoved(news.value(u"removed"_s).toString());
        else
            emit transfersStale();
    });
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

QFuture<Result<KeptSecret>> EngineClient::setSecret(const QString &name, const QString &value, bool remember)
{
    const QJsonObject parameters{
        {u"name"_s, name}, {u"value"_s, value}, {u"place"_s, remember ? u"keyring"_s : u"memory"_s}};
    return converted<KeptSecret>(m_link.call(u"secret.set"_s, parameters), [](const QJsonValue &kept) {
        return KeptSecret{kept[u"place"_s].toString() == u"keyring", Message::fromJson(kept[u"reason"_s].toObject())};
    });
}

QFuture<Result<QStringList>> EngineClient::listSecrets()
{
    return converted<QStringList>(m_link.call(u"secret.list"_s, {}), [](const QJsonValue &value) {
        QStringList names;
        for (const QJsonValue &secret : value.toArray())
            names.append(secret[u"name"_s].toString());
        return names;
    });
}

QFuture<Result<QJsonObject>> EngineClient::useThisComputer()
{
    return converted<QJsonObject>(m_link.call(u"console.useThisComputer"_s, {}), toObject);
}

QFuture<Result<QJsonObject>> EngineClient::runSample()
{
    return converted<QJsonObject>(m_link.call(u"console.useThisComputer"_s, {{u"runSample"_s, true}}), toObject);
}

QFuture<Result<QList<SampleSummary>>> EngineClient::listSamples()
{
    return converted<QList<SampleSummary>>(m_link.call(u"console.samples"_s, {}), [](const QJsonValue &value) {
        return listOf<SampleSummary>(value, [](const QJsonObject &sample) {
            return SampleSummary{sample[u"name"_s].toString(), sample[u"title"_s].toString(),
                                 sample[u"description"_s].toString(), sample[u"toolkit"_s].toString(),
                                 sample[u"nodes"_s].toInt(1)};
        });
    });
}

QFuture<Result<SampleJob>> EngineClient::fetchSample(const QString &name, const ResourceId &cluster)
{
    QJsonObject parameters;
    if (!name.isEmpty())
        parameters[u"sample"_s] = name;
    if (cluster.isValid())
        parameters[u"cluster"_s] = cluster.toString();
    return converted<SampleJob>(m_link.call(u"console.sample"_s, parameters), [](const QJsonValue &value) {
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

QFuture<Result<QList<CheckedNode>>> EngineClient::checkJob(const JobRequest &request, const QString &check)
{
    QJsonObject parameters = toJson(request);
    if (!check.isEmpty())
        parameters[u"check"_s] = check;
    return converted<QList<CheckedNode>>(m_link.call(u"job.check"_s, parameters), [](const QJsonValue &value) {
        return listOf<CheckedNode>(value[u"nodes"_s], CheckedNode::fromJson);
    });
}

QFuture<Result<void>> EngineClient::cancelCheck(const QString &check)
{
    return acknowledged(m_link.call(u"job.cancelCheck"_s, {{u"check"_s, check}}));
}

QFuture<Result<void>> EngineClient::terminateJob(const ResourceId &id)
{
    return acknowledged(m_link.call(u"job.terminate"_s, idOnly(id)));
}

QFuture<Result<void>> EngineClient::deleteJob(const ResourceId &id, const QList<JobOutput> &outputs)
{
    return acknowledged(
        m_link.call(u"job.delete"_s, {{u"id"_s, id.toString()}, {u"outputs"_s, engine::toJson(outputs)}}));
}

QFuture<Result<JobOutputs>> EngineClient::listJobOutputs(const ResourceId &id)
{
    return converted<JobOutputs>(m_link.call(u"job.outputs"_s, idOnly(id)),
                                 [](const QJsonValue &value) { return JobOutputs::fromJson(value.toObject()); });
}

QFuture<Result<QJsonObject>> EngineClient::rerunJob(const ResourceId &id)
{
    return converted<QJsonObject>(m_link.call(u"job.rerun"_s, idOnly(id)), toObject);
}

QFuture<Result<QList<OutputFolder>>> EngineClient::listOutputFolders(const ResourceId &id)
{
    return converted<QList<OutputFolder>>(m_link.call(u"job.folders"_s, idOnly(id)), [](const QJsonValue &value) {
        return listOf<OutputFolder>(value, outputFolder);
    });
}

QFuture<Result<QJsonObject>> EngineClient::setFetchRules(const ResourceId &id, const QJsonArray &rules)
{
    return converted<QJsonObject>(m_link.call(u"job.setFetch"_s, {{u"id"_s, id.toString()}, {u"rules"_s, rules}}),
                                  toObject);
}

QFuture<Result<JobFileCopy>> EngineClient::followJobFile(const ResourceId &id, const QString &outputDirectoryId,
                                                         const QString &file, const QString &node)
{
    QJsonObject parameters{{u"id"_s, id.toString()}, {u"directory"_s, outputDirectoryId}, {u"file"_s, file}};
    if (!node.isEmpty())
        parameters[u"node"_s] = node;
    return converted<JobFileCopy>(m_link.call(u"job.follow"_s, parameters), [](const QJsonValue &value) {
        return JobFileCopy{value[u"spoolPath"_s].toString(), value[u"complete"_s].toBool()};
    });
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
