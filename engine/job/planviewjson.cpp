// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/planviewjson.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QJsonObject toJson(const PlanNode &node)
{
    return {{u"name"_s, node.name},
            {u"address"_s, node.address},
            {u"home"_s, node.home},
            {u"machineId"_s, node.machineId},
            {u"gpus"_s, node.gpus},
            {u"mpi"_s, node.mpi},
            {u"containerTool"_s, node.containerTool}};
}

PlanNode nodeFrom(const QJsonValue &json)
{
    return {json[u"name"_s].toString(),         json[u"address"_s].toString(), json[u"home"_s].toString(),
            json[u"machineId"_s].toString(),    json[u"gpus"_s].toInt(),       json[u"mpi"_s].toString(),
            json[u"containerTool"_s].toString()};
}

} // namespace

QJsonObject planViewToJson(const PlanView &view)
{
    QJsonArray nodes;
    for (const PlanNode &node : view.nodes)
        nodes.append(toJson(node));
    QJsonArray volumes;
    for (const VolumeMapping &mapping : view.volumes)
        volumes.append(QJsonObject{{u"source"_s, mapping.source}, {u"target"_s, mapping.target}});
    QJsonArray fileServers;
    for (const QJsonObject &server : view.fileServers)
        fileServers.append(server);
    QJsonObject json{{u"nodes"_s, nodes}, {u"sharedHome"_s, view.hasSharedHome}};
    if (!view.cluster.isEmpty())
        json[u"cluster"_s] = view.cluster;
    if (!volumes.isEmpty())
        json[u"volumes"_s] = volumes;
    if (!fileServers.isEmpty())
        json[u"fileServers"_s] = fileServers;
    return json;
}

PlanView planViewFrom(const QJsonObject &json)
{
    PlanView view;
    for (const QJsonValue &node : json.value(u"nodes"_s).toArray())
        view.nodes.append(nodeFrom(node));
    view.hasSharedHome = json.value(u"sharedHome"_s).toBool();
    view.cluster = json.value(u"cluster"_s).toObject();
    for (const QJsonValue &mapping : json.value(u"volumes"_s).toArray())
        view.volumes.append({mapping[u"source"_s].toString(), mapping[u"target"_s].toString()});
    for (const QJsonValue &server : json.value(u"fileServers"_s).toArray())
        view.fileServers.append(server.toObject());
    return view;
}

} // namespace engine
