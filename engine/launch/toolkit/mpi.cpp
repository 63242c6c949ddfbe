// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/shellquote.h"
#include "engine/launch/launchpaths.h"
#include "engine/launch/toolkit/launchers.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QString flavour(const PlanView &view)
{
    return view.nodes.constFirst().mpi;
}

bool isOpenMpi(const PlanView &view)
{
    return flavour(view) != u"intel" && flavour(view) != u"mpich";
}

QString quotedLine(const QString &text)
{
    return QString::fromUtf8(shellQuote(text.toUtf8()));
}

bool isLoopback(const PlanView &view)
{
    return std::all_of(view.nodes.begin(), view.nodes.end(),
                       [](const PlanNode &node) { return node.address.startsWith(u"127."); });
}

// On one node all variables, so that the command line shows what its ranks see. A rank on another node has that node's
// variables, by its login (resources/scripts/gangsession.sh); only variables without an entry there are forwarded.
QStringList forwarded(const LaunchContext &context, const Variables &own)
{
    static const QStringList ofTheNode{u"AZ_BATCH_NODE_ID"_s, u"AZ_BATCH_IS_CURRENT_NODE_MASTER"_s,
                                       u"AZ_BATCHAI_NODE_IP"_s};
    const NodePlan &plan = context.plan;
    QStringList names;
    QSet<QString> seen;
    const auto add = [&](const QString &name) {
        if (!ofTheNode.contains(name) && ShellWords::isName(name) && !seen.contains(name)) {
            seen.insert(name);
            names.append(name);
        }
    };
    if (context.view.nodes.size() == 1) {
        add(u"LD_LIBRARY_PATH"_s);
        add(u"PATH"_s);
        for (const auto &[name, value] : plan.environment.first(plan.ownVariables))
            add(name);
    }
    for (const auto &[name, value] : own)
        add(name);
    if (context.view.nodes.size() == 1) {
        for (const auto &[name, value] : plan.environment.sliced(plan.ownVariables))
            add(name);
    }
    std::for_each(plan.secretNames.begin(), plan.secretNames.end(), add);
    return names;
}

// The command of a rank. Paths and variables in it are those of the rank's own node.
QString rankCommand(const LaunchContext &context, const QString &line)
{
    if (context.view.nodes.size() == 1)
        return line;
    return u"bash -c "_s + quotedLine(u"cd \"$AZ_BATCHAI_JOB_TEMP/wd\" || exit; "_s + line);
}

// mpirun passes its own start parameters on to the other nodes, where paths of the master may not exist: hence mpi-ssh
// by name (resources/scripts/gang.sh), and a working directory that all nodes have. Its daemons stay in the SSH
// sessions: if one dies, its session ends and mpirun notices; otherwise mpirun would wait for ever.
QString openMpi(const LaunchContext &context, int ranks, const QStringList &names)
{
    QString line = u"mpirun -np %1 -bind-to none -map-by slot --allow-run-as-root"_s.arg(ranks);
    if (context.view.nodes.size() > 1) {
        if (!isLoopback(context.view))
            line += u" -mca btl_tcp_if_exclude docker0,lo"_s;
        line +=
            u" -mca plm_rsh_no_tree_spawn 1 -mca plm_rsh_agent mpi-ssh -mca orte_leave_session_attached 1 -wdir /"_s;
    }
    line += u" --hostfile "_s + context.words.word(u"$AZ_BATCHAI_MPI_HOST_FILE"_s);
    for (const QString &name : names)
        line += u" -x "_s + name;
    return line;
}

QString carried(const QStringList &names)
{
    return names.isEmpty() ? u" -genvnone"_s : QString(u" -genvlist "_s + names.join(u','));
}

QString intelMpi(const LaunchContext &context, int ranks, const QStringList &names)
{
    const int most = blockOf(ranks, context.view.nodes.size(), 0).count;
    QString line =
        u"mpirun -n %1 -ppn %2 -hosts "_s.arg(ranks).arg(most) + context.words.word(u"$AZ_BATCH_HOST_LIST"_s);
    if (context.view.nodes.size() > 1)
        line += u" -bootstrap ssh -bootstrap-exec mpi-ssh -wdir /"_s;
    return line + carried(names);
}

QString mpich(const LaunchContext &context, int ranks, const QStringList &names)
{
    QString line = u"mpirun -n %1 -f "_s.arg(ranks) + context.words.word(u"$AZ_BATCHAI_MPI_HOST_FILE"_s);
    if (context.view.nodes.size() > 1)
        line += u" -launcher ssh -launcher-exec mpi-ssh -wdir /"_s;
    return line + carried(names);
}

int processCount(const PlanView &view, const QJsonObject &settings)
{
    return countOf(settings, u"processCount"_s, view.nodes.size());
}

int moreThanOne(const PlanView &view, const QJsonObject &settings)
{
    const int processes = processCount(view, settings);
    return processes > 1 ? processes : 0;
}

bool isPython(const QJsonObject &settings)
{
    const QString language = settings.value(u"languageType"_s).toString();
    return language.isEmpty() ? !settings.value(u"pythonScriptFilePath"_s).toString().isEmpty()
                              : language.compare(u"Python", Qt::CaseInsensitive) == 0;
}

QString configured(const LaunchContext &context, const QString &command)
{
    return withArguments(command + context.words.word(inHome(context.settings.value(u"configFilePath"_s).toString())),
                         context.settings.value(u"commandLineArgs"_s).toString());
}

QList<PlannedCommand> pythonCommands(const LaunchContext &context)
{
    return mpiCommands(context, processCount(context.view, context.settings),
                       scriptLine(context, u"commandLineArgs"_s));
}

QList<PlannedCommand> cntkCommands(const LaunchContext &context)
{
    if (isPython(context.settings))
        return pythonCommands(context);
    return mpiCommands(context, processCount(context.view, context.settings),
                       configured(context, u"cntk configFile="_s));
}

QList<PlannedCommand> caffeCommands(const LaunchContext &context)
{
    const QString line = context.settings.value(u"pythonScriptFilePath"_s).toString().isEmpty()
        ? configured(context, u"caffe train --solver="_s)
        : scriptLine(context, u"commandLineArgs"_s);
    if (const int ranks = moreThanOne(context.view, context.settings))
        return mpiCommands(context, ranks, line);
    return context.node == 0 ? QList<PlannedCommand>{toolkitCommand(line)} : QList<PlannedCommand>();
}

// mpirun takes a program and its arguments; a line that needs a shell is passed to one.
QList<PlannedCommand> customCommands(const LaunchContext &context)
{
    QString line = context.settings.value(u"commandLine"_s).toString().trimmed();
    if (isLongLine(line))
        line = u". \"$AZ_BATCHAI_JOB_TEMP/line\""_s; // rankLineFile
    if (context.view.nodes.size() == 1 && !ShellWords::isPlainLine(line))
        line = u"bash -c "_s + quotedLine(line);
    return mpiCommands(context, processCount(context.view, context.settings), line);
}

} // namespace

QList<PlannedCommand> mpiCommands(const LaunchContext &context, int ranks, const QString &command, const Variables &own)
{
    if (context.node != 0)
        return {};
    const QStringList names = forwarded(context, own);
    const QString launcher = isOpenMpi(context.view) ? openMpi(context, ranks, names)
        : flavour(context.view) == u"intel"          ? intelMpi(context, ranks, names)
                                                     : mpich(context, ranks, names);
    PlannedCommand planned = toolkitCommand(launcher + u' ' + rankCommand(context, command));
    planned.processes = ranks;
    planned.environment = own;
    return {planned};
}

QByteArray hostfile(const PlanView &view, int ranks)
{
    const QString form = isOpenMpi(view) ? u"%1 slots=%2\n"_s : u"%1:%2\n"_s;
    QString text;
    for (qsizetype i = 0; i < view.nodes.size(); ++i) {
        const QString &address = view.nodes.at(i).address;
        const int count = blockOf(ranks, view.nodes.size(), i).count;
        if (ranks == 0)
            text += address + u'\n';
        else if (count > 0)
            text += form.arg(address, QString::number(count));
    }
    return text.toUtf8();
}

const Launcher horovodLauncher{processCount, pythonCommands};
const Launcher chainerLauncher{processCount, pythonCommands};
const Launcher cntkLauncher{processCount, cntkCommands};
const Launcher caffeLauncher{moreThanOne, caffeCommands};
const Launcher customMpiLauncher{processCount, customCommands};

} // namespace engine
