// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/jobplan.h"

#include "engine/api/clientanswers.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

VariableList variables(const QJsonValue &value)
{
    return listOf<std::pair<QString, QString>>(value, [](const QJsonObject &json) {
        return std::pair(json.value(u"name"_s).toString(), json.value(u"value"_s).toString());
    });
}

JobPlanMount mount(const QJsonObject &json)
{
    return {json.value(u"kind"_s).toString(),        json.value(u"source"_s).toString(),
            json.value(u"mappedTo"_s).toString(),    json.value(u"path"_s).toString(),
            json.value(u"commandLine"_s).toString(), json.value(u"isOfCluster"_s).toBool()};
}

JobPlanContainer container(const QJsonObject &json)
{
    return {json.value(u"image"_s).toString(), json.value(u"tool"_s).toString(), strings(json.value(u"commands"_s)),
            json.value(u"prefix"_s).toString(), json.value(u"stop"_s).toString()};
}

JobPlanCommand command(const QJsonObject &json)
{
    return {json.value(u"purpose"_s).toString(),        json.value(u"commandLine"_s).toString(),
            json.value(u"standardOutput"_s).toString(), json.value(u"standardError"_s).toString(),
            json.value(u"task"_s).toString(),           json.value(u"index"_s).toInt(),
            json.value(u"processes"_s).toInt(1),        variables(json.value(u"environment"_s))};
}

JobPlanNode node(const QJsonObject &json)
{
    JobPlanNode planned;
    planned.node = json.value(u"node"_s).toString();
    planned.text = json.value(u"text"_s).toString();
    planned.directory = json.value(u"directory"_s).toString();
    planned.files = strings(json.value(u"files"_s));
    planned.mounts = listOf<JobPlanMount>(json.value(u"mounts"_s), mount);
    if (json.contains(u"container"_s))
        planned.container = container(json.value(u"container"_s).toObject());
    planned.environment = variables(json.value(u"environment"_s));
    planned.commands = listOf<JobPlanCommand>(json.value(u"commands"_s), command);
    planned.logFiles = strings(json.value(u"logFiles"_s));
    return planned;
}

} // namespace

JobPlanSnapshot JobPlanSnapshot::fromJson(const QJsonObject &json)
{
    JobPlanSnapshot plan;
    plan.nodes = listOf<JobPlanNode>(json.value(u"nodes"_s), node);
    plan.warnings = Error::fromJson({{u"details"_s, json.value(u"warnings"_s)}}).details;
    plan.document = json.value(u"document"_s).toObject();
    plan.pathSegment = json.value(u"pathSegment"_s).toString();
    return plan;
}

} // namespace engine
