// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/launchplan.h"

#include "engine/api/document/documents.h"
#include "engine/base/address.h"
#include "engine/launch/launchpaths.h"
#include "engine/launch/plannedcontainer.h"
#include "engine/launch/plannedmounts.h"
#include "engine/launch/planwarnings.h"
#include "engine/launch/setupplan.h"
#include "engine/launch/toolkit/launchers.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QString pathSegment(const PlanView &view)
{
    return view.job.profile() + u'/' + view.job.groupName() + u"/workspaces/"_s + view.job.workspaceName()
        + u"/experiments/"_s + view.job.parent().name() + u"/jobs/"_s + view.job.name() + u'/' + view.jobUuid;
}

/// Plans the nodes of a job one after another.
class Planner
{
public:
    explicit Planner(const PlanView &view)
        : m_view(view), m_properties(view.document.value(u"properties"_s).toObject()),
          m_toolkit(toolkitOf(view.document)), m_settings(m_properties.value(m_toolkit).toObject()),
          m_launcher(launcherFor(m_toolkit)), m_segment(pathSegment(view))
    {
        for (const PlanNode &node : view.nodes)
            m_addresses.append(node.address);
        for (const QJsonValue &secret : m_properties.value(u"secrets"_s).toArray())
            m_secretNames.append(secret[u"name"_s].toString());
    }

    LaunchPlan plan() const
    {
        LaunchPlan plan{m_segment, {}, {}};
        if (m_view.nodes.isEmpty())
            return plan;
        const QByteArray hosts = hostfile(m_view, m_launcher.ranks(m_view, m_settings));
        for (qsizetype i = 0; i < m_view.nodes.size(); ++i)
            plan.nodes.append(planNode(i, hosts));
        plan.warnings = warningsOf(m_view, plan);
        return plan;
    }

private:
    [[nodiscard]] QString attemptFolder(const PlanNode &node) const
    {
        return pathBelow(node.home, u"jobs/"_s) + m_view.job.profile() + u'/' + m_view.jobUuid + u"/a"_s
            + QString::number(m_view.attempt);
    }

    [[nodiscard]] NodePlan planNode(qsizetype index, const QByteArray &hosts) const
    {
        const PlanNode &node = m_view.nodes.at(index);
        NodePlan plan;
        plan.node = node.name;
        plan.directory = attemptFolder(node) + u'/' + node.machineId;
        plan.files.append({u"temp/hostfile"_s, hosts});
        const QString line = m_settings.value(u"commandLine"_s).toString();
        if (m_launcher.ranks(m_view, m_settings) > 0 && isLongLine(line))
            plan.files.append({rankLineFile, line.toUtf8() + '\n'});
        for (const QJsonValue &file : m_properties[u"x-batchdeck"_s][u"files"_s].toArray())
            plan.files.append({filesFolder + file[u"path"_s].toString(), file[u"content"_s].toString().toUtf8()});
        plan.gang = gang(index);
        addDirectories(plan);
        addEnvironment(node, index == 0, plan);
        ShellWords words;
        words.define(plan.environment);
        plan.mounts = plannedMounts(m_view, words);
        plan.container = plannedContainer(m_view, index, plan.mounts, words);
        addPreparation(plan);
        for (const PlannedCommand &command : m_launcher.commands({m_view, m_settings, plan, words, index}))
            addCommand(command, plan);
        return plan;
    }

    [[nodiscard]] std::optional<PlannedGang> gang(qsizetype index) const
    {
        if (m_view.nodes.size() < 2)
            return {};
        PlannedGang gang{index, {}, m_addresses, {}, m_view.hasSharedHome, false, false};
        for (const PlanNode &node : m_view.nodes)
            gang.nodes.append(node.name);
        const PlanNode &master = m_view.nodes.constFirst();
        gang.masterDirectory = attemptFolder(master) + u'/' + master.machineId;
        gang.needsShell = m_launcher.ranks(m_view, m_settings) > 0;
        // The command of a custom job may or may not use SSH to other nodes.
        gang.offersShell = m_toolkit == u"customToolkitSettings";
        gang.needsSharedFolder =
            QJsonDocument(m_view.document).toJson().contains(QByteArrayLiteral("AZ_BATCHAI_SHARED_JOB_TEMP"));
        return gang;
    }

    void addDirectories(NodePlan &plan) const
    {
        plan.standardOutputDirectory =
            pathBelow(inHome(m_properties.value(u"stdOutErrPathPrefix"_s).toString()), m_segment + u"/stdouterr"_s);
        for (const QJsonValue &directory : m_properties.value(u"outputDirectories"_s).toArray())
            plan.outputDirectories.append(
                {directory[u"id"_s].toString(),
                 pathBelow(pathBelow(inHome(directory[u"pathPrefix"_s].toString()), m_segment),
                           directory[u"pathSuffix"_s].toString())});
    }

    void addEnvironment(const PlanNode &node, bool isMaster, NodePlan &plan) const
    {
        const QString master = m_addresses.constFirst();
        Variables &environment = plan.environment;
        environment = {
            {u"AZ_BATCHAI_MOUNT_ROOT"_s, mountRootOf(node, m_view.cluster)},
            {u"AZ_BATCHAI_JOB_MOUNT_ROOT"_s, plan.directory + u"/temp/mounts"_s},
            {u"AZ_BATCHAI_JOB_TEMP"_s, plan.directory + u"/temp"_s},
            {u"AZ_BATCHAI_JOB_TEMP_DIR"_s, plan.directory + u"/temp/dir"_s},
            {u"AZ_BATCHAI_SHARED_JOB_TEMP"_s, attemptFolder(node) + u"/shared"_s},
            {u"AZ_BATCHAI_MPI_HOST_FILE"_s, plan.directory + u"/temp/hostfile"_s},
            {u"AZ_BATCHAI_NUM_GPUS"_s, QString::number(node.gpus)},
            {u"AZ_BATCHAI_NUM_GPUS_PER_NODE"_s, QString::number(node.gpus)},
            {u"AZ_BATCHAI_NODE_IP"_s, node.address},
            {u"AZ_BATCHAI_JOB_MASTER_NODE_IP"_s, master},
            {u"AZ_BATCH_HOST_LIST"_s, m_addresses.join(u',')},
            {u"AZ_BATCH_NODE_LIST"_s, m_addresses.join(u';')},
            {u"AZ_BATCH_MASTER_NODE"_s,
             hostAndPort(master, 6000)}, // in the form of Azure Batch; the port has no meaning there either
            {u"AZ_BATCH_NODE_ID"_s, node.name},
            {u"AZ_BATCH_IS_CURRENT_NODE_MASTER"_s, isMaster ? u"true"_s : u"false"_s},
            {u"AZ_BATCHAI_STDOUTERR_DIR"_s, plan.standardOutputDirectory},
        };
        for (const QJsonValue &directory : m_properties.value(u"inputDirectories"_s).toArray())
            environment.append(
                {u"AZ_BATCHAI_INPUT_"_s + directory[u"id"_s].toString(), inHome(directory[u"path"_s].toString())});
        for (const auto &[id, path] : plan.outputDirectories)
            environment.append({u"AZ_BATCHAI_OUTPUT_"_s + id, path});
        plan.ownVariables = environment.size();
        for (const QJsonValue &variable : m_properties.value(u"environmentVariables"_s).toArray())
            environment.append({variable[u"name"_s].toString(), variable[u"value"_s].toString()});
        plan.secretNames = m_secretNames;
    }

    // File names are the service's: with several nodes, each file carries its node's name.
    void addPreparation(NodePlan &plan) const
    {
        const QString mark = m_view.nodes.size() > 1 ? u'-' + plan.node : QString();
        plan.logFiles.append(u"execution"_s + mark + u".log"_s);
        const QString line = m_properties[u"jobPreparation"_s][u"commandLine"_s].toString();
        if (!line.isEmpty())
            addCommand({u"job preparation"_s, line, u"stdout-job_prep"_s + mark + u".txt"_s,
                        u"stderr-job_prep"_s + mark + u".txt"_s},
                       plan);
    }

    static void addCommand(const PlannedCommand &command, NodePlan &plan)
    {
        plan.commands.append(command);
        plan.logFiles += {command.standardOutput, command.standardError};
    }

    const PlanView &m_view;
    const QJsonObject m_properties;
    const QString m_toolkit;
    const QJsonObject m_settings;
    const Launcher &m_launcher;
    const QString m_segment;
    QStringList m_addresses;
    QStringList m_secretNames;
};

} // namespace

LaunchPlan planLaunch(const PlanView &view)
{
    return Planner(view).plan();
}

} // namespace engine
