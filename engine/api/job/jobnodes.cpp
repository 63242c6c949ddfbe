// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/job/jobnodes.h"

using namespace Qt::StringLiterals;

namespace engine {

std::optional<int> numberAt(const QJsonObject &json, const QString &key)
{
    const QJsonValue value = json.value(key);
    return value.isDouble() ? std::optional(value.toInt()) : std::nullopt;
}

JobNode JobNode::fromJson(const QJsonObject &json)
{
    JobNode node;
    node.id = json.value(u"id"_s).toString();
    node.name = json.value(u"name"_s).toString();
    node.phase = fromWord<JobPhase>(json.value(u"phase"_s).toString());
    node.state = fromWord<JobNodeState>(json.value(u"state"_s).toString());
    node.exitCode = numberAt(json, u"exitCode"_s);
    node.link = fromWord<LinkState>(json.value(u"link"_s).toString());
    node.asOf = QDateTime::fromString(json.value(u"asOf"_s).toString(), Qt::ISODateWithMs);
    node.directory = json.value(u"directory"_s).toString();
    node.samplesPath = json.value(u"samplesPath"_s).toString();
    node.reason = Message::fromJson(json.value(u"reason"_s).toObject());
    return node;
}

QList<JobNode> JobNode::fromJson(const QJsonArray &json)
{
    QList<JobNode> nodes;
    nodes.reserve(json.size());
    for (const QJsonValue &value : json)
        nodes.append(fromJson(value.toObject()));
    return nodes;
}

FirstFailure FirstFailure::fromJson(const QJsonObject &json)
{
    return {json.value(u"node"_s).toString(), json.value(u"task"_s).toString(), json.value(u"process"_s).toInt(-1),
            numberAt(json, u"exitCode"_s), json.value(u"outOfMemoryKills"_s).toInt()};
}

Message processName(const QString &task, int process)
{
    const QStringList number{QString::number(process)};
    if (task == u"ps")
        return {QT_TRANSLATE_NOOP("engine", "parameter server %1"), number};
    if (task == u"worker")
        return {QT_TRANSLATE_NOOP("engine", "worker %1"), number};
    return {QT_TRANSLATE_NOOP("engine", "rank %1"), number};
}

} // namespace engine
