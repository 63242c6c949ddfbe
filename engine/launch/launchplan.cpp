// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/launchplan.h"

#include "engine/api/documents.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QString pathSegment(const PlanView &view)
{
    return view.job.profile() + u'/' + view.job.groupName() + u"/workspaces/"_s + view.job.workspaceName()
        + u"/experiments/"_s + view.job.parent().name() + u"/jobs/"_s + view.job.name() + u'/' + view.jobUuid;
}

// No doubled slash where the user wrote one at the end; "/" stays what it is.
QString joined(const QString &folder, const QString &below)
{
    QString text = folder;
    while (text.endsWith(u'/'))
        text.chop(1);
    return text + u'/' + below;
}

QString withSuffix(const QString &folder, QString suffix)
{
    while (suffix.startsWith(u'/'))
        suffix.remove(0, 1);
    return suffix.isEmpty() ? folder : joined(folder, suffix);
}

/// Plans one node of a job after another.
class Planner
{
public:
    explicit Planner(const PlanView &view)
        : m_view(view), m_properties(view.document.value(u"properties"_s).toObject()), m_segment(pathSegment(view))
    {
        for (const PlanNode &node : view.nodes)
            m_addresses.append(node.address);
    }

    LaunchPlan plan() const
    {
        LaunchPlan plan{m_segment, {}, {}};
        for (qsizetype i = 0; i < m_view.nodes.size(); ++i)
            plan.nodes.append(planNode(m_view.nodes.at(i), i == 0));
        return plan;
    }

private:
    [[nodiscard]] QString attemptFolder(const PlanNode &node) const
    {
        return joined(node.home, u"jobs/"_s) + m_view.job.profile() + u'/' + m_view.jobUuid + u"/a"_s
            + QString::number(m_view.attempt);
    }

    [[nodiscard]] NodePlan planNode(const PlanNode &node, bool isMaster) const
    {
        NodePlan plan;
        plan.node = node.name;
        plan.directory = attemptFolder(node) + u'/' + node.machineId;
        plan.files.append({u"temp/hostfile"_s, m_addresses.join(u'\n').toUtf8() + '\n'});
        plan.standardOutputDirectory =
            joined(m_properties.value(u"stdOutErrPathPrefix"_s).toString(), m_segment + u"/stdouterr"_s);
        for (const QJsonValue &value : m_properties.value(u"outputDirectories"_s).toArray()) {
            const QJsonObject directory = value.toObject();
            plan.outputDirectories.append({directory.value(u"id"_s).toString(),
                                           withSuffix(joined(directory.value(u"pathPrefix"_s).toString(), m_segment),
                                                      directory.value(u"pathSuffix"_s).toString())});
        }
        addEnvironment(node, isMaster, plan);
        addCommands(node, isMaster, plan);
        return plan;
    }

    void addEnvironment(const PlanNode &node, bool isMaster, NodePlan &plan) const
    {
        const QString master = m_view.nodes.constFirst().address;
        auto &environment = plan.environment;
        environment = {
            {u"AZ_BATCHAI_MOUNT_ROOT"_s, joined(node.home, u"nodes/"_s) + node.machineId + u"/mounts"_s},
            {u"AZ_BATCHAI_JOB_MOUNT_ROOT"_s, plan.directory + u"/temp/mounts"_s},
            {u"AZ_BATCHAI_JOB_TEMP"_s, plan.directory + u"/temp"_s},
            {u"AZ_BATCHAI_JOB_TEMP_DIR"_s, joined(node.home, u"jobs"_s)},
            {u"AZ_BATCHAI_SHARED_JOB_TEMP"_s, attemptFolder(node) + u"/shared"_s},
            {u"AZ_BATCHAI_MPI_HOST_FILE"_s, plan.directory + u"/temp/hostfile"_s},
            {u"AZ_BATCHAI_NUM_GPUS"_s, QString::number(node.gpus)},
            {u"AZ_BATCHAI_JOB_MASTER_NODE_IP"_s, master},
            {u"AZ_BATCH_HOST_LIST"_s, m_addresses.join(u',')},
            {u"AZ_BATCH_NODE_LIST"_s, m_addresses.join(u';')},
            {u"AZ_BATCH_MASTER_NODE"_s, master + u":6000"_s}, // Azure Batch's form; the port means nothing there either
            {u"AZ_BATCH_NODE_ID"_s, node.name},
            {u"AZ_BATCH_IS_CURRENT_NODE_MASTER"_s, isMaster ? u"true"_s : u"false"_s},
            {u"AZ_BATCHAI_STDOUTERR_DIR"_s, plan.standardOutputDirectory},
        };
        for (const QJsonValue &value : m_properties.value(u"inputDirectories"_s).toArray()) {
            const QJsonObject directory = value.toObject();
            environment.append(
                {u"AZ_BATCHAI_INPUT_"_s + directory.value(u"id"_s).toString(), directory.value(u"path"_s).toString()});
        }
        for (const auto &[id, path] : plan.outputDirectories)
            environment.append({u"AZ_BATCHAI_OUTPUT_"_s + id, path});
        plan.ownVariables = environment.size();
        for (const QJsonValue &value : m_properties.value(u"environmentVariables"_s).toArray()) {
            const QJsonObject variable = value.toObject();
            environment.append({variable.value(u"name"_s).toString(), variable.value(u"value"_s).toString()});
        }
    }

    // Names as the service gave them: with several nodes, what each of them writes carries its name.
    void addCommands(const PlanNode &node, bool isMaster, NodePlan &plan) const
    {
        const QString mark = m_view.nodes.size() > 1 ? u'-' + node.name : QString();
        plan.logFiles.append(u"execution"_s + mark + u".log"_s);
        const QString preparation =
            m_properties.value(u"jobPreparation"_s).toObject().value(u"commandLine"_s).toString();
        if (!preparation.isEmpty())
            addCommand({u"job preparation"_s, preparation, u"stdout-job_prep"_s + mark + u".txt"_s,
                        u"stderr-job_prep"_s + mark + u".txt"_s},
                       plan);
        const QString command =
            m_properties.value(u"customToolkitSettings"_s).toObject().value(u"commandLine"_s).toString();
        if (isMaster && !command.isEmpty())
            addCommand({u"toolkit"_s, command, u"stdout.txt"_s, u"stderr.txt"_s}, plan);
    }

    static void addCommand(const PlannedCommand &command, NodePlan &plan)
    {
        plan.commands.append(command);
        plan.logFiles += {command.standardOutput, command.standardError};
    }

    const PlanView &m_view;
    const QJsonObject m_properties;
    const QString m_segment;
    QStringList m_addresses;
};

} // namespace

LaunchPlan planLaunch(const PlanView &view)
{
    return Planner(view).plan();
}

} // namespace engine
