// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/jobrecord.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr int statusFormat = 1;

QString wantedWord(JobWanted wanted)
{
    switch (wanted) {
    case JobWanted::Run:
        return u"run"_s;
    case JobWanted::Terminated:
        return u"terminated"_s;
    case JobWanted::Deleted:
        return u"deleted"_s;
    }
    return {};
}

JobWanted wantedFromWord(const QString &word)
{
    if (word == u"terminated"_s)
        return JobWanted::Terminated;
    return word == u"deleted"_s ? JobWanted::Deleted : JobWanted::Run;
}

QJsonArray errorsToJson(const QList<JobError> &errors)
{
    QJsonArray json;
    for (const JobError &error : errors) {
        json.append(QJsonObject{{u"code"_s, error.code},
                                {u"message"_s, error.message.englishText()},
                                {u"details"_s, QJsonArray()},
                                {u"reason"_s, error.message.toJson()}});
    }
    return json;
}

QJsonArray idsToJson(const QList<ResourceId> &ids)
{
    QJsonArray json;
    for (const ResourceId &id : ids)
        json.append(id.toString());
    return json;
}

QJsonObject executionInfo(const JobRecord &record)
{
    return {{u"startTime"_s, isoTime(record.startedMs)},
            {u"endTime"_s, isoTime(record.endedMs)},
            {u"exitCode"_s, record.exitCode ? QJsonValue(*record.exitCode) : QJsonValue()},
            {u"errors"_s, errorsToJson(record.errors)}};
}

QJsonArray logsToJson(const JobRecord &record, const QString &spool)
{
    QJsonArray json;
    if (record.placement.isEmpty())
        return json;
    const QString node = record.placement.first().name();
    for (const QString &name : record.logNames) {
        json.append(QJsonObject{{u"name"_s, name},
                                {u"node"_s, node},
                                {u"spoolPath"_s, QString(spool + u'/' + node + u'/' + name)},
                                {u"complete"_s, record.logsComplete}});
    }
    return json;
}

} // namespace

QJsonObject JobRecord::properties() const
{
    return document.value(u"properties"_s).toObject();
}

int JobRecord::nodeCount() const
{
    return qMax(1, properties().value(u"nodeCount"_s).toInt(1));
}

ResourceId JobRecord::cluster() const
{
    const auto parsed = ResourceId::parse(properties()[u"cluster"_s][u"id"_s].toString());
    return parsed ? *parsed : ResourceId();
}

QString JobRecord::samplesSpoolName() const
{
    return attempt > 1 ? u"samples-"_s + QString::number(attempt) : u"samples"_s;
}

JobRow JobRecord::toRow() const
{
    const QJsonObject status{{u"format"_s, statusFormat},
                             {u"wanted"_s, wantedWord(wanted)},
                             {u"state"_s, toString(state)},
                             {u"phase"_s, toString(phase)},
                             {u"stateSince"_s, stateSinceMs},
                             {u"phaseSince"_s, phaseSinceMs},
                             {u"reason"_s, reason.toJson()},
                             {u"actor"_s, actor},
                             {u"attempt"_s, attempt},
                             {u"repeats"_s, repeats},
                             {u"placement"_s, idsToJson(placement)},
                             {u"directory"_s, directory},
                             {u"pathSegment"_s, pathSegment},
                             {u"logNames"_s, QJsonArray::fromStringList(logNames)},
                             {u"started"_s, startedMs},
                             {u"ended"_s, endedMs},
                             {u"exitCode"_s, exitCode ? QJsonValue(*exitCode) : QJsonValue()},
                             {u"errors"_s, errorsToJson(errors)},
                             {u"logsComplete"_s, logsComplete}};
    return {uuid, id, createdMs, isDone(), document, status};
}

JobRecord JobRecord::fromRow(const JobRow &row)
{
    const QJsonObject &status = row.status;
    JobRecord record;
    record.uuid = row.uuid;
    record.id = row.id;
    record.createdMs = row.createdMs;
    record.document = row.document;
    record.wanted = wantedFromWord(status.value(u"wanted"_s).toString());
    record.state = jobStateFromString(status.value(u"state"_s).toString());
    record.phase = jobPhaseFromString(status.value(u"phase"_s).toString());
    record.stateSinceMs = status.value(u"stateSince"_s).toInteger();
    record.phaseSinceMs = status.value(u"phaseSince"_s).toInteger();
    record.reason = Message::fromJson(status.value(u"reason"_s).toObject());
    record.actor = status.value(u"actor"_s).toString();
    record.attempt = status.value(u"attempt"_s).toInt();
    record.repeats = status.value(u"repeats"_s).toInt();
    for (const QJsonValue &path : status.value(u"placement"_s).toArray()) {
        if (const auto machine = ResourceId::parse(path.toString()))
            record.placement.append(*machine);
    }
    record.directory = status.value(u"directory"_s).toString();
    record.pathSegment = status.value(u"pathSegment"_s).toString();
    for (const QJsonValue &name : status.value(u"logNames"_s).toArray())
        record.logNames.append(name.toString());
    record.startedMs = status.value(u"started"_s).toInteger();
    record.endedMs = status.value(u"ended"_s).toInteger();
    if (status.value(u"exitCode"_s).isDouble())
        record.exitCode = status.value(u"exitCode"_s).toInt();
    for (const QJsonValue &value : status.value(u"errors"_s).toArray())
        record.errors.append({value[u"code"_s].toString(), Message::fromJson(value[u"reason"_s].toObject())});
    record.logsComplete = status.value(u"logsComplete"_s).toBool();
    return record;
}

QString spoolDirectory(const QString &profileDirectory, const QString &jobUuid)
{
    return profileDirectory + u"/spool/"_s + jobUuid;
}

QJsonObject toDocument(const JobRecord &record, const JobNews &news, const QString &profileDirectory)
{
    const QString spool = spoolDirectory(profileDirectory, record.uuid);
    QJsonObject ours = record.properties().value(u"x-batchdeck"_s).toObject();
    ours[u"uuid"_s] = record.uuid;
    ours[u"phase"_s] = toString(record.phase);
    ours[u"phaseSince"_s] = isoTime(record.phaseSinceMs);
    ours[u"reason"_s] = record.reason.toJson();
    ours[u"actor"_s] = record.actor;
    ours[u"attempt"_s] = record.attempt;
    ours[u"placement"_s] = idsToJson(record.placement);
    ours[u"link"_s] = toString(news.link);
    ours[u"asOf"_s] = isoTime(news.asOfMs);
    ours[u"logs"_s] = logsToJson(record, spool);
    if (!record.placement.isEmpty() && record.attempt > 0) {
        ours[u"directory"_s] = record.directory;
        ours[u"samplesPath"_s] =
            QString(spool + u'/' + record.placement.first().name() + u'/' + record.samplesSpoolName());
    }

    QJsonObject properties = record.properties();
    properties[u"creationTime"_s] = isoTime(record.createdMs);
    properties[u"provisioningState"_s] = record.wanted == JobWanted::Deleted ? u"deleting"_s : u"succeeded"_s;
    properties[u"provisioningStateTransitionTime"_s] = isoTime(record.createdMs);
    properties[u"executionState"_s] = toString(record.state);
    properties[u"executionStateTransitionTime"_s] = isoTime(record.stateSinceMs);
    properties[u"executionInfo"_s] =
        record.startedMs > 0 || isFinal(record.state) ? QJsonValue(executionInfo(record)) : QJsonValue();
    properties[u"jobOutputDirectoryPathSegment"_s] = record.pathSegment;
    properties[u"x-batchdeck"_s] = ours;
    return {{u"id"_s, record.id.toString()},
            {u"name"_s, record.id.name()},
            {u"type"_s, typeName(ResourceKind::Job)},
            {u"properties"_s, properties}};
}

QJsonValue isoTime(qint64 utcMs)
{
    if (utcMs <= 0)
        return {};
    return QDateTime::fromMSecsSinceEpoch(utcMs, Qt::UTC).toString(Qt::ISODateWithMs);
}

} // namespace engine
