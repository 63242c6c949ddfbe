// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/launchplan.h"
#include "engine/launch/shellwords.h"

namespace engine {

/// What a launcher works on: one node of a job, planned but for the toolkit's commands.
struct LaunchContext
{
    const PlanView &view;
    const QJsonObject &settings; ///< the toolkit's
    const NodePlan &plan; ///< the node's, its environment complete
    const ShellWords &words; ///< know that environment
    qsizetype node; ///< its index; 0 is the master
};

/// How one toolkit is started. Both functions are pure.
struct Launcher
{
    /// Ranks that mpirun starts; 0: it is no job of MPI.
    int (*ranks)(const PlanView &view, const QJsonObject &settings);
    /// What runs on the node of \a context, in the order of starting.
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

/// \a toolkit is the property of the job document, e.g. "pyTorchSettings"; one that is not known runs nothing.
[[nodiscard]] const Launcher &launcherFor(const QString &toolkit);

/// Processes that we start ourselves, one command each; what a document wants beyond is not planned.
inline constexpr int maximumProcesses = 500;

/// A share of numbered processes: \a count of them from \a first on.
struct ProcessBlock
{
    int first = 0;
    int count = 0;
};

/// The share of node \a node of \a nodes when \a processes are placed in blocks, the earlier nodes taking what is left.
[[nodiscard]] ProcessBlock blockOf(int processes, qsizetype nodes, qsizetype node);

/// A count of \a settings; absent or null: \a otherwise.
[[nodiscard]] int countOf(const QJsonObject &settings, const QString &key, qsizetype otherwise);
[[nodiscard]] int noRanks(const PlanView &view, const QJsonObject &settings); ///< for Launcher::ranks

/// \a command and, where there are any, \a arguments, which are shell text.
[[nodiscard]] QString withArguments(const QString &command, const QString &arguments);
/// "INTERPRETER SCRIPT ARGUMENTS"; \a argumentsKey names the arguments in the settings.
[[nodiscard]] QString scriptLine(const LaunchContext &context, const QString &argumentsKey);
/// In bytes: Linux gives a program no longer word, and no longer variable ("NAME=VALUE").
inline constexpr qsizetype longestWord = 128 * 1024 - 1;
/// Where a line of ranks lies on each node when it may be longer than a word.
inline constexpr auto rankLineFile = QLatin1StringView("temp/line");
[[nodiscard]] inline bool isLongLine(QStringView line)
{
    constexpr qsizetype longest = 32'000; // a character may have 4 bytes
    return line.size() >= longest;
}
[[nodiscard]] inline bool isLongVariable(const QString &name, const QString &value)
{
    return name.size() + 1 + value.toUtf8().size() > longestWord;
}

/// The toolkit's command whose output files carry \a mark: "stdout-0.txt" for "-0".
[[nodiscard]] PlannedCommand toolkitCommand(const QString &commandLine, const QString &mark = {});

/// The one command of a job of MPI, on the master: \a ranks times \a command. \a own are variables for all ranks.
[[nodiscard]] QList<PlannedCommand> mpiCommands(const LaunchContext &context, int ranks, const QString &command,
                                                const Variables &own = {});
/// Content of $AZ_BATCHAI_MPI_HOST_FILE; without \a ranks a line a node.
[[nodiscard]] QByteArray hostfile(const PlanView &view, int ranks);

} // namespace engine
