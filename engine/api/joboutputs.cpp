// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/joboutputs.h"

#include "engine/api/paths.h"

using namespace Qt::StringLiterals;

namespace engine {

QString JobOutput::place() const
{
    return node + u':' + shownPath(path);
}

QJsonObject JobOutput::toJson() const
{
    QJsonObject json{{u"node"_s, node}, {u"path"_s, path}};
    if (!sharedWith.isEmpty())
        json[u"sharedWith"_s] = sharedWith;
    return json;
}

JobOutput JobOutput::fromJson(const QJsonObject &json)
{
    return {json[u"node"_s].toString(), json[u"path"_s].toString(), json[u"sharedWith"_s].toString()};
}

QJsonArray toJson(const QList<JobOutput> &outputs)
{
    QJsonArray json;
    for (const JobOutput &output : outputs)
        json.append(output.toJson());
    return json;
}

QList<JobOutput> jobOutputsFrom(const QJsonArray &json)
{
    QList<JobOutput> outputs;
    for (const QJsonValue &output : json)
        outputs.append(JobOutput::fromJson(output.toObject()));
    return outputs;
}

QStringList JobOutputs::places() const
{
    QStringList places;
    for (const JobOutput &output : found) {
        if (output.sharedWith.isEmpty())
            places.append(output.place());
    }
    return places;
}

QJsonObject JobOutputs::toJson() const
{
    return {{u"outputs"_s, engine::toJson(found)}, {u"unlisted"_s, QJsonArray::fromStringList(unlisted)}};
}

JobOutputs JobOutputs::fromJson(const QJsonObject &json)
{
    JobOutputs outputs{jobOutputsFrom(json[u"outputs"_s].toArray()), {}};
    for (const QJsonValue &node : json[u"unlisted"_s].toArray())
        outputs.unlisted.append(node.toString());
    return outputs;
}

} // namespace engine
