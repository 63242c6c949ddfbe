// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/jobclient.h"

#include "engine/client/call.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

GivenJob given(const JobRequest &request)
{
    return {request.id.toString(),
            request.cluster,
            {QString::fromUtf8(request.text)},
            {request.overrides},
            {QString::fromUtf8(request.clusterText)}};
}

JobEvent jobEvent(const QJsonObject &json)
{
    return {QDateTime::fromString(json.value(u"time"_s).toString(), Qt::ISODateWithMs),
            json.value(u"state"_s).toString(), Message::fromJson(json.value(u"message"_s).toObject()),
            json.value(u"actor"_s).toString()};
}

} // namespace

QFuture<Result<QJsonObject>> JobClient::create(const JobRequest &request)
{
    return call(m_link, method::createJob, given(request));
}

QFuture<Result<JobPlanSnapshot>> JobClient::plan(const JobRequest &request)
{
    return call(m_link, method::planJob, given(request));
}

QFuture<Result<QList<CheckedNode>>> JobClient::check(const JobRequest &request)
{
    return call(m_link, method::checkJob, given(request), [](const JobCheckResult &checked) { return checked.nodes; });
}

QFuture<Result<void>> JobClient::terminate(const ResourceId &id)
{
    return call(m_link, method::terminateJob, {id.toString()});
}

QFuture<Result<void>> JobClient::remove(const ResourceId &id, const QList<JobOutput> &outputs)
{
    DeleteJob request{id.toString(), {}};
    for (const JobOutput &output : outputs)
        request.outputs.append({output.node, output.path});
    return call(m_link, method::deleteJob, request);
}

QFuture<Result<JobOutputs>> JobClient::listOutputs(const ResourceId &id)
{
    return call(m_link, method::listJobOutputs, {id.toString()});
}

QFuture<Result<QJsonObject>> JobClient::rerun(const ResourceId &id)
{
    return call(m_link, method::rerunJob, {id.toString()});
}

QFuture<Result<QList<JobFolderThere>>> JobClient::listFolders(const ResourceId &id)
{
    return call(m_link, method::listJobFolders, {id.toString()});
}

QFuture<Result<QJsonObject>> JobClient::setFetchRules(const ResourceId &id, const QJsonArray &rules)
{
    SetFetchRules request{id.toString(), {}};
    for (const QJsonValue &rule : rules)
        request.rules.append(rule.toObject());
    return call(m_link, method::setFetchRules, request);
}

QFuture<Result<FollowedJobFile>> JobClient::follow(const ResourceId &id, const QString &outputDirectoryId,
                                                   const QString &file, const QString &node)
{
    return call(m_link, method::followJobFile, {id.toString(), outputDirectoryId, {}, file, node});
}

QFuture<Result<QList<JobEvent>>> JobClient::listEvents(const ResourceId &id)
{
    return call(m_link, method::listJobEvents, {id.toString()}, toListBy(jobEvent));
}

QFuture<Result<QList<JobSnapshot>>> JobClient::list(const ResourceId &experiment, const ResourceId &before, int limit)
{
    ListJobs request{experiment.toString(), {}, limit};
    if (before.isValid())
        request.before = before.toString();
    return call(m_link, method::listJobs, request, toListBy(JobSnapshot::fromDocument));
}

} // namespace engine
