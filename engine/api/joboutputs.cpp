// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/joboutputs.h"

#include "engine/api/paths.h"

#include <QLocale>

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
    if (bytes >= 0)
        json[u"bytes"_s] = bytes;
    if (isAtLeast)
        json[u"isAtLeast"_s] = true;
    return json;
}

JobOutput JobOutput::fromJson(const QJsonObject &json)
{
    return {json[u"node"_s].toString(), json[u"path"_s].toString(), json[u"sharedWith"_s].toString(),
            json[u"bytes"_s].toInteger(-1), json[u"isAtLeast"_s].toBool()};
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
        if (!output.sharedWith.isEmpty())
            continue;
        const QString size = QLocale::c().formattedDataSize(output.bytes, 1, QLocale::DataSizeSIFormat);
        places.append(output.bytes < 0
                          ? output.place()
                          : u"%1 (%2%3)"_s.arg(output.place(), output.isAtLeast ? u"≥ "_s : QString(), size));
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
