// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/jobrecord.h"

#include "engine/api/fields.h"
#include "engine/job/files/jobfetch.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

/// 1: "placement", and the master's "directory" and "logNames". 2: "nodes", "view", "folders".
constexpr int statusFormat = 2;

QStringList stringsAt(const QJsonObject &json, const QString &key)
{
    QStringList strings;
    for (const QJsonValue &value : json.value(key).toArray())
        strings.append(value.toString());
    return strings;
}

QJsonArray toJson(const QList<JobError> &errors)
{
    return arrayOf(errors, [](const JobError &error) {
        return QJsonObject{{u"code"_s, error.code}, {u"reason"_s, error.message.toJson()}};
    });
}

QJsonObject toJson(const NodeFailure &failure)
{
    return {{u"code"_s, failure.code},       {u"message"_s, failure.message.toJson()},
            {u"process"_s, failure.process}, {u"exitCode"_s, numberOrNull(failure.exitCode)},
            {u"time"_s, failure.timeMs},     {u"repeatable"_s, failure.isRepeatable},
            {u"task"_s, failure.task},       {u"outOfMemoryKills"_s, failure.outOfMemoryKills}};
}

NodeFailure failureFrom(const QJsonObject &json)
{
    return {json.value(u"code"_s).toString(),   Message::fromJson(json.value(u"message"_s).toObject()),
            json.value(u"process"_s).toInt(-1), numberAt(json, u"exitCode"_s),
            json.value(u"time"_s).toInteger(),  json.value(u"repeatable"_s).toBool(),
            json.value(u"task"_s).toString(),   json.value(u"outOfMemoryKills"_s).toInt()};
}

QJsonObject toJson(const NodeRun &run)
{
    QJsonObject json{{u"machine"_s, run.machine.toString()},
                     {u"directory"_s, run.directory},
                     {u"logNames"_s, QJsonArray::fromStringList(run.logNames)},
                     {u"counts"_s, run.counts},
                     {u"state"_s, toString(run.state)},
                     {u"phase"_s, toString(run.phase)},
                     {u"phaseSince"_s, run.phaseSinceMs},
                     {u"launched"_s, run.launched},
                     {u"done"_s, run.isDone},
                     {u"started"_s, run.startedMs},
                     {u"ended"_s, run.endedMs},
                     {u"clockOffset"_s, run.clockOffsetMs},
                     {u"exitCode"_s, numberOrNull(run.exitCode)}};
    if (!run.offer.isEmpty())
        json[u"offer"_s] = QString::fromUtf8(run.offer);
    if (run.failure)
        json[u"failure"_s] = toJson(*run.failure);
    return json;
}

NodeRun runFrom(const QJsonObject &json)
{
    NodeRun run;
    if (const auto machine = ResourceId::parse(json.value(u"machine"_s).toString()))
        run.machine = *machine;
    run.directory = json.value(u"directory"_s).toString();
    run.logNames = stringsAt(json, u"logNames"_s);
    run.counts = json.value(u"counts"_s).toBool();
    run.state = fromWord<NodeRun::State>(json.value(u"state"_s).toString());
    run.phase = fromWord<JobPhase>(json.value(u"phase"_s).toString());
    run.phaseSinceMs = json.value(u"phaseSince"_s).toInteger();
    run.launched = json.value(u"launched"_s).toBool();
    run.isDone = json.value(u"done"_s).toBool();
    run.offer = json.value(u"offer"_s).toString().toUtf8();
    run.startedMs = json.value(u"started"_s).toInteger();
    run.endedMs = json.value(u"ended"_s).toInteger();
    run.clockOffsetMs = json.value(u"clockOffset"_s).toInteger();
    run.exitCode = numberAt(json, u"exitCode"_s);
    if (json.contains(u"failure"_s))
        run.failure = failureFrom(json.value(u"failure"_s).toObject());
    return run;
}

QJsonArray toJson(const QList<NodeRun> &runs)
{
    return arrayOf(runs, [](const NodeRun &run) { return toJson(run); });
}

QJsonArray toJson(const QList<JobFolder> &folders)
{
    return arrayOf(folders, [](const JobFolder &folder) {
        return QJsonObject{{u"machine"_s, folder.machine.toString()}, {u"path"_s, folder.path}};
    });
}

QJsonArray toJson(const QList<FetchRun> &runs)
{
    return arrayOf(runs, [](const FetchRun &run) {
        return QJsonObject{{u"key"_s, run.key},
                           {u"transfers"_s, QJsonArray::fromStringList(run.transfers)},
                           {u"state"_s, toString(run.state)},
                           {u"message"_s, run.message.toJson()}};
    });
}

FetchRun fetchRunFrom(const QJsonObject &json)
{
    return {json.value(u"key"_s).toString(), stringsAt(json, u"transfers"_s),
            fromWord<FetchRun::State>(json.value(u"state"_s).toString()),
            Message::fromJson(json.value(u"message"_s).toObject())};
}

void readNodes(const QJsonObject &status, JobRecord &record)
{
    for (const QJsonValue &run : status.value(u"nodes"_s).toArray())
        record.nodes.append(runFrom(run.toObject()));
    for (const QJsonValue &folder : status.value(u"folders"_s).toArray()) {
        if (const auto machine = ResourceId::parse(folder[u"machine"_s].toString()))
            record.folders.append({*machine, folder[u"path"_s].toString()});
    }
    // Invalid: it is determined again.
    if (!readJson(status.value(u"view"_s), record.view))
        record.view = {};
}

// Format 1 had one machine.
void readPlacement(const QJsonObject &status, JobRecord &record)
{
    const auto machine = ResourceId::parse(status.value(u"placement"_s)[0].toString());
    if (!machine)
        return;
    NodeRun run;
    run.machine = *machine;
    run.directory = status.value(u"directory"_s).toString();
    run.logNames = stringsAt(status, u"logNames"_s);
    run.counts = true;
    run.state = record.startedMs > 0 ? NodeRun::State::Running : NodeRun::State::Waiting;
    if (isFinal(record.state))
        run.state = record.state == JobState::Succeeded ? NodeRun::State::Succeeded : NodeRun::State::Failed;
    run.phase = record.phase;
    run.phaseSinceMs = record.phaseSinceMs;
    run.startedMs = record.startedMs;
    run.endedMs = record.endedMs;
    run.exitCode = record.exitCode;
    record.nodes = {run};
    record.folders = {{*machine, run.directory.section(u'/', 0, -3)}};
}

} // namespace

bool JobRecord::isFetching() const
{
    const auto isRunning = [](const FetchRun &run) { return run.state == FetchRun::State::Running; };
    return std::any_of(fetches.cbegin(), fetches.cend(), isRunning) || !pendingFetches(*this).isEmpty();
}

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

void JobRecord::unplace()
{
    nodes.clear();
    commandLines.clear();
    view = {};
}

QList<ResourceId> JobRecord::placement() const
{
    QList<ResourceId> machines;
    for (const NodeRun &run : nodes)
        machines.append(run.machine);
    return machines;
}

PlanView JobRecord::planView() const
{
    PlanView whole = view;
    whole.job = id;
    whole.jobUuid = uuid;
    whole.document = document;
    whole.attempt = attempt;
    return whole;
}

QString JobRecord::samplesSpoolName() const
{
    return attempt > 1 ? u"samples-"_s + QString::number(attempt) : u"samples"_s;
}

JobRow JobRecord::toRow() const
{
    QJsonObject status{{u"format"_s, statusFormat},     {u"wanted"_s, wordOf(wanted)},
                       {u"state"_s, toString(state)},   {u"phase"_s, toString(phase)},
                       {u"stateSince"_s, stateSinceMs}, {u"phaseSince"_s, phaseSinceMs},
                       {u"reason"_s, reason.toJson()},  {u"actor"_s, actor},
                       {u"attempt"_s, attempt},         {u"repeats"_s, repeats},
                       {u"nodes"_s, toJson(nodes)},     {u"folders"_s, toJson(folders)},
                       {u"pathSegment"_s, pathSegment}, {u"started"_s, startedMs},
                       {u"ended"_s, endedMs},           {u"exitCode"_s, numberOrNull(exitCode)},
                       {u"errors"_s, toJson(errors)},   {u"logsComplete"_s, logsComplete}};
    if (!deletedOutputs.isEmpty())
        status[u"deletedOutputs"_s] = JsonOf<QList<JobOutput>>::write(deletedOutputs);
    if (!fetches.isEmpty())
        status[u"fetches"_s] = toJson(fetches);
    if (!stopReason.isEmpty())
        status[u"stopReason"_s] = stopReason.toJson();
    if (!commandLines.isEmpty())
        status[u"commandLines"_s] = QJsonArray::fromStringList(commandLines);
    if (!cause.isEmpty())
        status[u"cause"_s] = cause.toJson();
    if (!view.nodes.isEmpty() && !isFinal(state))
        status[u"view"_s] = JsonOf<PlanView>::write(view);
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
    record.wanted = fromWord<JobWanted>(status.value(u"wanted"_s).toString());
    record.deletedOutputs = readStored<JobOutput>(status.value(u"deletedOutputs"_s));
    record.state = fromWord<JobState>(status.value(u"state"_s).toString());
    record.phase = fromWord<JobPhase>(status.value(u"phase"_s).toString());
    record.stateSinceMs = status.value(u"stateSince"_s).toInteger();
    record.phaseSinceMs = status.value(u"phaseSince"_s).toInteger();
    record.reason = Message::fromJson(status.value(u"reason"_s).toObject());
    record.actor = status.value(u"actor"_s).toString();
    record.stopReason = Message::fromJson(status.value(u"stopReason"_s).toObject());
    record.commandLines = stringsAt(status, u"commandLines"_s);
    record.cause = Message::fromJson(status.value(u"cause"_s).toObject());
    record.attempt = status.value(u"attempt"_s).toInt();
    record.repeats = status.value(u"repeats"_s).toInt();
    record.pathSegment = status.value(u"pathSegment"_s).toString();
    record.startedMs = status.value(u"started"_s).toInteger();
    record.endedMs = status.value(u"ended"_s).toInteger();
    record.exitCode = numberAt(status, u"exitCode"_s);
    for (const QJsonValue &value : status.value(u"errors"_s).toArray())
        record.errors.append({value[u"code"_s].toString(), Message::fromJson(value[u"reason"_s].toObject())});
    for (const QJsonValue &run : status.value(u"fetches"_s).toArray())
        record.fetches.append(fetchRunFrom(run.toObject()));
    record.logsComplete = status.value(u"logsComplete"_s).toBool();
    if (status.value(u"format"_s).toInt() > 1)
        readNodes(status, record);
    else
        readPlacement(status, record);
    return record;
}

const NodeRun *firstFailed(const JobRecord &record)
{
    const NodeRun *first = nullptr;
    for (const NodeRun &run : record.nodes) {
        if (run.failure && (!first || run.failure->timeMs < first->failure->timeMs))
            first = &run;
    }
    return first;
}

Message namedMessage(const JobRecord &record, const NodeRun &failed)
{
    const Message &message = failed.failure->message;
    return record.isGang()
        ? Message(QT_TRANSLATE_NOOP("engine", "On %1: %2"), {failed.machine.name(), message.englishText()})
        : message;
}

} // namespace engine
