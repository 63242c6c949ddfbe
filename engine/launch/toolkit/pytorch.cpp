// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/address.h"
#include "engine/launch/toolkit/launchers.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QString backendOf(const QJsonObject &settings)
{
    return settings.value(u"communicationBackend"_s).toString();
}

bool isBackend(const QJsonObject &settings, QStringView name)
{
    return backendOf(settings).compare(name, Qt::CaseInsensitive) == 0;
}

int ranks(const PlanView &view, const QJsonObject &settings)
{
    return isBackend(settings, u"MPI") ? countOf(settings, u"processCount"_s, view.nodes.size()) : 0;
}

void addBackend(const QJsonObject &settings, Variables &variables)
{
    if (const QString backend = backendOf(settings); !backend.isEmpty())
        variables.append({u"AZ_BATCHAI_PYTORCH_BACKEND"_s, backend});
}

// Gloo uses a file if the nodes share a folder; everything else uses the first node's port.
QString initMethod(const LaunchContext &context)
{
    if (isBackend(context.settings, u"Gloo") && context.view.hasSharedHome)
        return u"file://$AZ_BATCHAI_SHARED_JOB_TEMP/init_method"_s;
    return u"tcp://"_s + hostAndPort(context.view.nodes.constFirst().address, context.view.firstPort);
}

QList<PlannedCommand> pyTorchCommands(const LaunchContext &context)
{
    const QString line = scriptLine(context, u"commandLineArgs"_s);
    if (const int ofMpi = ranks(context.view, context.settings)) {
        Variables own;
        addBackend(context.settings, own);
        return mpiCommands(context, ofMpi, line, own);
    }
    const int processes =
        std::min(countOf(context.settings, u"processCount"_s, context.view.nodes.size()), maximumProcesses);
    const ProcessBlock block = blockOf(processes, context.view.nodes.size(), context.node);
    QList<PlannedCommand> planned;
    for (int local = 0; local < block.count; ++local) {
        const QString rank = QString::number(block.first + local);
        PlannedCommand command = toolkitCommand(line, u'-' + rank);
        command.index = block.first + local;
        command.environment = {{u"AZ_BATCHAI_TASK_INDEX"_s, rank},
                               {u"AZ_BATCHAI_PYTORCH_INIT_METHOD"_s, initMethod(context)}};
        addBackend(context.settings, command.environment);
        // Variables that torch.distributed reads for init_method="env://".
        command.environment += {{u"RANK"_s, rank},
                                {u"WORLD_SIZE"_s, QString::number(processes)},
                                {u"LOCAL_RANK"_s, QString::number(local)},
                                {u"MASTER_ADDR"_s, context.view.nodes.constFirst().address},
                                {u"MASTER_PORT"_s, QString::number(context.view.firstPort)}};
        planned.append(command);
    }
    return planned;
}

} // namespace

const Launcher pyTorchLauncher{ranks, pyTorchCommands};

} // namespace engine
