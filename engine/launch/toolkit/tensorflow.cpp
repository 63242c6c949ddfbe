// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/address.h"
#include "engine/launch/toolkit/launchers.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

/// Addresses and ports of all processes. Parameter servers get the first ports of each node, workers the ports after
/// them, as with the service.
class TensorFlowCluster
{
public:
    TensorFlowCluster(const PlanView &view, const QJsonObject &settings) : m_nodes(view.nodes.size())
    {
        const QJsonValue servers = settings.value(u"parameterServerCount"_s);
        m_workers = std::clamp(countOf(settings, u"workerCount"_s, m_nodes), 1, maximumProcesses);
        const bool isDistributed = m_nodes > 1 || m_workers > 1 || servers.toInt() > 0;
        m_servers = isDistributed ? std::clamp(servers.toInt(1), 0, maximumProcesses) : 0;
        QStringList serverHosts;
        for (int i = 0; i < m_servers; ++i)
            serverHosts.append(host(view, i % m_nodes, static_cast<int>(i / m_nodes)));
        QStringList workerHosts;
        for (qsizetype node = 0; node < m_nodes; ++node) {
            for (int local = 0; local < workersOn(node).count; ++local)
                workerHosts.append(host(view, node, serversOn(node) + local));
        }
        m_serverHosts = serverHosts.join(u',');
        m_workerHosts = workerHosts.join(u',');
        m_json = (serverHosts.isEmpty() ? QString() : QString(u"\"ps\":"_s + list(serverHosts) + u','))
            + u"\"worker\":"_s + list(workerHosts);
    }

    [[nodiscard]] ProcessBlock workersOn(qsizetype node) const { return blockOf(m_workers, m_nodes, node); }
    /// Server i is on node i; if there are more servers than nodes, they are placed in turn.
    [[nodiscard]] int serversOn(qsizetype node) const { return blockOf(m_servers, m_nodes, node).count; }
    [[nodiscard]] int serverAt(qsizetype node, int local) const { return static_cast<int>(node + local * m_nodes); }

    [[nodiscard]] Variables environment(const QString &task, int index) const
    {
        return {{u"AZ_BATCHAI_TASK_TYPE"_s, task},
                {u"AZ_BATCHAI_TASK_INDEX"_s, QString::number(index)},
                {u"AZ_BATCHAI_PS_HOSTS"_s, m_serverHosts},
                {u"AZ_BATCHAI_WORKER_HOSTS"_s, m_workerHosts},
                {u"TF_CONFIG"_s, configuration(task, index)}};
    }

private:
    static QString host(const PlanView &view, qsizetype node, int port)
    {
        return hostAndPort(view.nodes.at(node).address, view.firstPort + port);
    }

    static QString list(const QStringList &hosts)
    {
        return QString::fromUtf8(QJsonDocument(QJsonArray::fromStringList(hosts)).toJson(QJsonDocument::Compact));
    }

    // Built as text to keep the service's order of keys.
    [[nodiscard]] QString configuration(const QString &task, int index) const
    {
        return u"{\"cluster\":{"_s + m_json + u"},\"task\":{\"type\":\""_s + task + u"\",\"index\":"_s
            + QString::number(index) + u"},\"environment\":\"cloud\"}"_s;
    }

    qsizetype m_nodes;
    int m_workers = 1;
    int m_servers = 0;
    QString m_serverHosts;
    QString m_workerHosts;
    QString m_json; // workers and servers as in TF_CONFIG
};

PlannedCommand process(const LaunchContext &context, const TensorFlowCluster &cluster, const QString &task, int index)
{
    const bool isServer = task == u"ps";
    const QString arguments = isServer ? u"parameterServerCommandLineArgs"_s
        : index == 0                   ? u"masterCommandLineArgs"_s
                                       : u"workerCommandLineArgs"_s;
    PlannedCommand command =
        toolkitCommand(scriptLine(context, arguments), (isServer ? u"-ps-"_s : u"-wk-"_s) + QString::number(index));
    command.task = task;
    command.index = index;
    command.isService = isServer;
    command.environment = cluster.environment(task, index);
    return command;
}

QList<PlannedCommand> tensorFlowCommands(const LaunchContext &context)
{
    const TensorFlowCluster cluster(context.view, context.settings);
    QList<PlannedCommand> planned;
    for (int local = 0; local < cluster.serversOn(context.node); ++local)
        planned.append(process(context, cluster, u"ps"_s, cluster.serverAt(context.node, local)));
    const ProcessBlock workers = cluster.workersOn(context.node);
    for (int local = 0; local < workers.count; ++local)
        planned.append(process(context, cluster, u"worker"_s, workers.first + local));
    return planned;
}

} // namespace

const Launcher tensorFlowLauncher{noRanks, tensorFlowCommands};

} // namespace engine
