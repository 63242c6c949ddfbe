// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/toolkit/launchers.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const Launcher nothing{noRanks, [](const LaunchContext &) { return QList<PlannedCommand>(); }};

constexpr std::array<std::pair<const char *, const Launcher *>, 9> launchers{
    {{"customToolkitSettings", &customLauncher},
     {"tensorFlowSettings", &tensorFlowLauncher},
     {"pyTorchSettings", &pyTorchLauncher},
     {"caffe2Settings", &caffe2Launcher},
     {"horovodSettings", &horovodLauncher},
     {"chainerSettings", &chainerLauncher},
     {"cntkSettings", &cntkLauncher},
     {"caffeSettings", &caffeLauncher},
     {"customMpiSettings", &customMpiLauncher}}};

} // namespace

const Launcher &launcherFor(const QString &toolkit)
{
    const auto found = std::find_if(launchers.begin(), launchers.end(),
                                    [&](const auto &each) { return toolkit == QLatin1StringView(each.first); });
    return found == launchers.end() ? nothing : *found->second;
}

ProcessBlock blockOf(int processes, qsizetype nodes, qsizetype node)
{
    const int k = static_cast<int>(nodes);
    const int i = static_cast<int>(node);
    const int each = processes / k;
    const int left = processes % k;
    return {i * each + std::min(i, left), each + (i < left ? 1 : 0)};
}

int countOf(const QJsonObject &settings, const QString &key, qsizetype otherwise)
{
    return settings.value(key).toInt(static_cast<int>(otherwise));
}

int noRanks(const PlanView &, const QJsonObject &)
{
    return 0;
}

QString withArguments(const QString &command, const QString &arguments)
{
    const QString trimmed = arguments.trimmed();
    return trimmed.isEmpty() ? command : QString(command + u' ' + trimmed);
}

QString scriptLine(const LaunchContext &context, const QString &argumentsKey)
{
    const QString interpreter = context.settings.value(u"pythonInterpreterPath"_s).toString();
    const QString script = context.settings.value(u"pythonScriptFilePath"_s).toString();
    return withArguments((interpreter.isEmpty() ? u"python"_s : context.words.word(interpreter)) + u' '
                             + context.words.word(script),
                         context.settings.value(argumentsKey).toString());
}

PlannedCommand toolkitCommand(const QString &commandLine, const QString &mark)
{
    return {u"toolkit"_s, commandLine, u"stdout"_s + mark + u".txt"_s, u"stderr"_s + mark + u".txt"_s};
}

} // namespace engine
