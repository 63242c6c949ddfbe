// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/setupplan.h"

#include "engine/api/extension.h"
#include "engine/launch/launchpaths.h"
#include "engine/launch/plannedmounts.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QJsonValue setupOf(const QJsonObject &cluster)
{
    return cluster[u"properties"_s][u"nodeSetup"_s];
}

} // namespace

bool hasSetupTask(const QJsonObject &cluster)
{
    return !setupOf(cluster)[u"setupTask"_s][u"commandLine"_s].toString().isEmpty();
}

bool needsSetup(const QJsonObject &cluster)
{
    return hasSetupTask(cluster) || !volumesOf(setupOf(cluster)[u"mountVolumes"_s].toObject(), {}).isEmpty();
}

QString uuidOf(const QJsonObject &cluster)
{
    return extensionOf(cluster).value(u"uuid"_s).toString();
}

QString mountRootOf(const PlanNode &node, const QJsonObject &cluster)
{
    const QString root = pathBelow(node.home, u"nodes/"_s) + node.machineId + u"/mounts"_s;
    return needsSetup(cluster) ? pathBelow(root, uuidOf(cluster)) : root;
}

QString setupLogSuffix(const ResourceId &cluster, const QString &uuid)
{
    return cluster.profile() + u'/' + cluster.groupName() + u"/workspaces/"_s + cluster.workspaceName()
        + u"/clusters/"_s + cluster.name() + u'/' + uuid;
}

NodePlan planSetup(const SetupView &view)
{
    const QString uuid = uuidOf(view.document);
    const QJsonValue task = setupOf(view.document)[u"setupTask"_s];
    const QString prefix = inHome(task[u"stdOutErrPathPrefix"_s].toString());
    NodePlan plan;
    plan.isSetup = true;
    plan.node = view.node.name;
    plan.directory = pathBelow(view.node.home, u"jobs/"_s) + view.cluster.profile() + u'/' + uuid + u"/a"_s
        + QString::number(view.attempt) + u'/' + view.node.machineId;
    plan.standardOutputDirectory = prefix.isEmpty() ? plan.directory + u"/temp/stdouterr"_s
                                                    : pathBelow(prefix, setupLogSuffix(view.cluster, uuid));
    plan.environment = {{u"AZ_BATCHAI_MOUNT_ROOT"_s, mountRootOf(view.node, view.document)},
                        {u"AZ_BATCHAI_NUM_GPUS"_s, QString::number(view.node.gpus)},
                        {u"AZ_BATCHAI_NODE_IP"_s, view.node.address},
                        {u"AZ_BATCH_NODE_ID"_s, view.node.name},
                        {u"AZ_BATCHAI_STDOUTERR_DIR"_s, plan.standardOutputDirectory}};
    plan.ownVariables = plan.environment.size();
    for (const QJsonValue &variable : task[u"environmentVariables"_s].toArray())
        plan.environment.append({variable[u"name"_s].toString(), variable[u"value"_s].toString()});
    for (const QJsonValue &secret : task[u"secrets"_s].toArray())
        plan.secretNames.append(secret[u"name"_s].toString());

    PlanView mounts;
    mounts.cluster = view.document;
    mounts.volumes = view.volumes;
    mounts.fileServers = view.fileServers;
    ShellWords words;
    words.define(plan.environment);
    plan.mounts = plannedMounts(mounts, words);
    const QString mark = u'-' + view.node.name;
    plan.logFiles.append(u"execution"_s + mark + u".log"_s);
    if (hasSetupTask(view.document)) {
        plan.commands.append({u"setup task"_s, task[u"commandLine"_s].toString(), u"stdout"_s + mark + u".txt"_s,
                              u"stderr"_s + mark + u".txt"_s});
        plan.logFiles += {plan.commands.constFirst().standardOutput, plan.commands.constFirst().standardError};
    }
    return plan;
}

} // namespace engine
