// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Converts the record of a job to the service's REST document.

#include "engine/job/jobrecord.h"

#include "engine/api/extension.h"
#include "engine/api/fields.h"
#include "engine/api/job/fetchrule.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QJsonArray errorsToJson(const QList<JobError> &errors)
{
    return arrayOf(errors, [](const JobError &error) {
        return QJsonObject{{u"code"_s, error.code},
                           {u"message"_s, error.message.englishText()},
                           {u"details"_s, QJsonArray()},
                           {u"reason"_s, error.message.toJson()}};
    });
}

QJsonObject executionInfo(const JobRecord &record)
{
    return {{u"startTime"_s, isoTime(record.startedMs)},
            {u"endTime"_s, isoTime(record.endedMs)},
            {u"exitCode"_s, numberOrNull(record.exitCode)},
            {u"errors"_s, errorsToJson(record.errors)}};
}

QJsonArray logsToJson(const JobRecord &record, const QString &spool)
{
    QJsonArray json;
    for (const NodeRun &run : record.nodes) {
        const QString node = run.machine.name();
        for (const QString &name : run.logNames) {
            json.append(QJsonObject{{u"name"_s, name},
                                    {u"node"_s, node},
                                    {u"spoolPath"_s, QString(spool + u'/' + node + u'/' + name)},
                                    {u"clockOffsetMs"_s, run.clockOffsetMs},
                                    {u"complete"_s, record.logsComplete}});
        }
    }
    return json;
}

QJsonObject nodeToJson(const JobRecord &record, const NodeRun &run, const JobNews &news, const QString &samplesPath)
{
    QJsonObject json{{u"id"_s, run.machine.toString()},
                     {u"name"_s, run.machine.name()},
                     {u"phase"_s, toString(run.phase)},
                     {u"state"_s, toString(run.failure ? NodeRun::State::Failed : run.state)},
                     {u"exitCode"_s, numberOrNull(run.exitCode)},
                     {u"link"_s, toString(news.link)},
                     {u"asOf"_s, isoTime(news.asOfMs)},
                     {u"directory"_s, run.directory}};
    if (run.state == NodeRun::State::Lost)
        json[u"state"_s] = toString(run.state);
    if (record.attempt > 0)
        json[u"samplesPath"_s] = samplesPath;
    if (run.failure)
        json[u"reason"_s] = run.failure->message.toJson();
    return json;
}

// With several nodes, the oldest news: the state of the job is only as recent as that.
JobNews newsOfJob(const JobRecord &record, const QList<JobNews> &news)
{
    JobNews worst = news.value(0);
    for (qsizetype i = 1; i < record.nodes.size(); ++i) {
        const JobNews each = news.value(i);
        const bool isHeard = each.link == LinkState::Online;
        if (record.nodes.at(i).isOver() || (isHeard && each.asOfMs >= worst.asOfMs))
            continue;
        if (worst.link == LinkState::Online && !isHeard)
            worst.link = each.link;
        worst.asOfMs = qMin(worst.asOfMs, each.asOfMs);
    }
    return worst;
}

QJsonObject firstFailureToJson(const NodeRun &failed)
{
    const NodeFailure &failure = *failed.failure;
    QJsonObject json{{u"node"_s, failed.machine.name()},
                     {u"process"_s, failure.process < 0 ? QJsonValue() : QJsonValue(failure.process)},
                     {u"exitCode"_s, numberOrNull(failure.exitCode)}};
    if (failure.process >= 0 && !failure.task.isEmpty()) {
        json[u"task"_s] = failure.task;
        json[u"name"_s] = processName(failure.task, failure.process).englishText();
    }
    if (failure.outOfMemoryKills > 0)
        json[u"outOfMemoryKills"_s] = failure.outOfMemoryKills;
    return json;
}

QJsonObject withState(QJsonObject rule, const JobRecord &record)
{
    for (const FetchRun &run : record.fetches) {
        if (run.key != FetchRule::fromJson(rule).key())
            continue;
        rule[u"state"_s] = toString(run.state);
        if (!run.message.isEmpty())
            rule[u"reason"_s] = run.message.toJson();
    }
    return rule;
}

} // namespace

QString spoolDirectory(const QString &profileDirectory, const QString &jobUuid)
{
    return profileDirectory + u"/spool/"_s + jobUuid;
}

QJsonObject toDocument(const JobRecord &record, const QList<JobNews> &news, const QString &profileDirectory)
{
    const QString spool = spoolDirectory(profileDirectory, record.uuid);
    const JobNews ofJob = newsOfJob(record, news);
    QJsonObject extension = record.properties().value(u"x-batchdeck"_s).toObject();
    extension[u"uuid"_s] = record.uuid;
    extension[u"phase"_s] = toString(record.phase);
    extension[u"phaseSince"_s] = isoTime(record.phaseSinceMs);
    extension[u"reason"_s] = record.reason.toJson();
    extension[u"actor"_s] = record.actor;
    extension[u"attempt"_s] = record.attempt;
    extension[u"placement"_s] = arrayOf(record.placement(), [](const ResourceId &id) { return id.toString(); });
    extension[u"link"_s] = toString(ofJob.link);
    extension[u"asOf"_s] = isoTime(ofJob.asOfMs);
    extension[u"logs"_s] = logsToJson(record, spool);
    QJsonArray nodes;
    for (qsizetype i = 0; i < record.nodes.size(); ++i) {
        const NodeRun &run = record.nodes.at(i);
        const QString samples = spool + u'/' + run.machine.name() + u'/' + record.samplesSpoolName();
        nodes.append(nodeToJson(record, run, news.value(i), samples));
    }
    extension[u"nodes"_s] = nodes;
    if (record.isPlaced() && record.attempt > 0) {
        extension[u"directory"_s] = record.nodes.first().directory;
        extension[u"samplesPath"_s] = nodes.first()[u"samplesPath"_s];
    }
    if (QJsonArray rules = extension.value(u"fetch"_s).toArray(); !rules.isEmpty()) {
        for (QJsonValueRef value : rules)
            value = withState(value.toObject(), record);
        extension[u"fetch"_s] = rules;
    }
    if (!record.commandLines.isEmpty())
        extension[u"commandLines"_s] = QJsonArray::fromStringList(record.commandLines);
    if (!record.cause.isEmpty())
        extension[u"cause"_s] = record.cause.toJson();
    if (const NodeRun *failed = firstFailed(record))
        extension[u"firstFailure"_s] = firstFailureToJson(*failed);

    QJsonObject properties = record.properties();
    properties[u"creationTime"_s] = isoTime(record.createdMs);
    properties[u"provisioningState"_s] = record.wanted == JobWanted::Deleted ? u"deleting"_s : u"succeeded"_s;
    properties[u"provisioningStateTransitionTime"_s] = isoTime(record.createdMs);
    properties[u"executionState"_s] = toString(record.state);
    properties[u"executionStateTransitionTime"_s] = isoTime(record.stateSinceMs);
    properties[u"executionInfo"_s] =
        record.startedMs > 0 || isFinal(record.state) ? QJsonValue(executionInfo(record)) : QJsonValue();
    properties[u"jobOutputDirectoryPathSegment"_s] = record.pathSegment;
    properties[u"x-batchdeck"_s] = extension;
    return {{u"id"_s, record.id.toString()},
            {u"name"_s, record.id.name()},
            {u"type"_s, typeName(ResourceKind::Job)},
            {u"properties"_s, properties}};
}

QJsonObject withoutContents(const QJsonObject &document)
{
    QJsonObject extension = extensionOf(document);
    QJsonArray files;
    for (const QJsonValue &file : extension.value(u"files"_s).toArray())
        files.append(QJsonObject{{u"path"_s, file[u"path"_s]}});
    if (files.isEmpty())
        return document;
    extension[u"files"_s] = files;
    return withExtension(document, extension);
}

QJsonValue isoTime(qint64 utcMs)
{
    if (utcMs <= 0)
        return {};
    return QDateTime::fromMSecsSinceEpoch(utcMs, Qt::UTC).toString(Qt::ISODateWithMs);
}

} // namespace engine
