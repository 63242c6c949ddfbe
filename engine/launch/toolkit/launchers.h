// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/launchplan.h"
#include "engine/launch/shellwords.h"

namespace engine {

/// Input of a launcher: one node of a job, planned except for the toolkit's commands.
struct LaunchContext
{
    const PlanView &view;
    const QJsonObject &settings; ///< of the toolkit
    const NodePlan &plan; ///< of the node, with its complete environment
    const ShellWords &words; ///< with the node's environment
    qsizetype node; ///< index; 0 is the master
};

/// How one toolkit is started. Both functions are pure.
struct Launcher
{
    /// Ranks that mpirun starts; 0 for a job without MPI.
    int (*ranks)(const PlanView &view, const QJsonObject &settings);
    /// Commands of the node of \a context in the order of starting.
    QList<PlannedCommand> (*commands)(const LaunchContext &context);
};

extern const Launcher customLauncher;
extern const Launcher tensorFlowLauncher;
extern const Launcher pyTorchLauncher;
extern const Launcher caffe2Launcher;
extern const Launcher horovodLauncher;
extern const Launcher chainerLauncher;
extern const Launcher cntkLauncher;
extern const Launcher caffeLauncher;
extern const Launcher customMpiLauncher;

/// \a toolkit is the property of the job document, e.g. "pyTorchSettings"; an unknown toolkit has no commands.
[[nodiscard]] const Launcher &launcherFor(const QString &toolkit);

/// Limit of processes that Batchdeck starts itself, one command each; further ones are not planned.
inline constexpr int maximumProcesses = 500;

/// A range of numbered processes: \a count of them starting at \a first.
struct ProcessBlock
{
    int first = 0;
    int count = 0;
};

/// The range of node \a node of \a nodes when \a processes are placed in blocks; earlier nodes take the remainder.
[[nodiscard]] ProcessBlock blockOf(int processes, qsizetype nodes, qsizetype node);

/// A count in \a settings; \a otherwise if it is absent or null.
[[nodiscard]] int countOf(const QJsonObject &settings, const QString &key, qsizetype otherwise);
[[nodiscard]] int noRanks(const PlanView &view, const QJsonObject &settings); ///< for Launcher::ranks

/// \a command followed by \a arguments (shell text), if any.
[[nodiscard]] QString withArguments(const QString &command, const QString &arguments);
/// "INTERPRETER SCRIPT ARGUMENTS"; \a argumentsKey is the key of the arguments in the settings.
[[nodiscard]] QString scriptLine(const LaunchContext &context, const QString &argumentsKey);
/// Limit in bytes of one argument, and of one variable ("NAME=VALUE"), of a program on Linux.
inline constexpr qsizetype longestWord = 128 * 1024 - 1;
/// File of a rank's command line on each node, for lines that may exceed longestWord.
inline constexpr auto rankLineFile = QLatin1StringView("temp/line");
[[nodiscard]] inline bool isLongLine(QStringView line)
{
    constexpr qsizetype longest = 32'000; // up to 4 bytes a character
    return line.size() >= longest;
}
[[nodiscard]] inline bool isLongVariable(const QString &name, const QString &value)
{
    return name.size() + 1 + value.toUtf8().size() > longestWord;
}

/// The toolkit's command whose output files have the suffix \a mark: "stdout-0.txt" for "-0".
[[nodiscard]] PlannedCommand toolkitCommand(const QString &commandLine, const QString &mark = {});

/// The only command of an MPI job, on the master: \a ranks times \a command. \a own are variables of all ranks.
[[nodiscard]] QList<PlannedCommand> mpiCommands(const LaunchContext &context, int ranks, const QString &command,
                                                const Variables &own = {});
/// Content of $AZ_BATCHAI_MPI_HOST_FILE; without \a ranks one line for each node.
[[nodiscard]] QByteArray hostfile(const PlanView &view, int ranks);

} // namespace engine
