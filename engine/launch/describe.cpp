// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/shellquote.h"
#include "engine/launch/launchplan.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// Names and sources come from documents: a line break would end the comment.
QString comment(QString text)
{
    text.replace(u'\n', u' ').replace(u'\r', u' ');
    return u"# "_s + text + u'\n';
}

QString assigned(const QString &name, const QString &value)
{
    return name + u'=' + QString::fromUtf8(shellExpandable(value));
}

QString head(const NodePlan &plan)
{
    QString text = comment(u"Node: "_s + plan.node) + comment(u"Folder: "_s + plan.directory)
        + comment(u"Standard output directory: "_s + plan.standardOutputDirectory);
    for (const auto &[id, path] : plan.outputDirectories)
        text += comment(u"Output directory "_s + id + u": "_s + path);
    text += comment(u"Log files: "_s + plan.logFiles.join(u", "_s));
    for (const PlannedFile &file : plan.files) {
        if (file.path.startsWith(filesFolder)) { // the document shows the content
            text += comment(u"File %1, %2 bytes"_s.arg(file.path).arg(file.content.size()));
            continue;
        }
        text += comment(u"File "_s + file.path + u':');
        for (const QString &line : QString::fromUtf8(file.content).split(u'\n', Qt::SkipEmptyParts))
            text += comment(u"  "_s + line);
    }
    return text;
}

// Describes what the nodes of a job set up for each other (resources/scripts/gang.sh).
QString gang(const NodePlan &plan)
{
    if (!plan.gang || (!plan.gang->needsShell && !plan.gang->offersShell && plan.gang->hasSharedHome))
        return {};
    QString text =
        comment(u"For the other nodes: an sshd of the job's own on a free port from 20000 to 31999; it lets in "
                "the job's keys only, which are made in temp/ssh and go with the job."_s)
        + comment(u"Where it cannot start: lines \"restrict,command=… batchdeck:…\" in ~/.ssh/authorized_keys, for as "
                  "long as the job runs."_s);
    if (!plan.gang->hasSharedHome && plan.gang->index > 0)
        text += comment(u"$AZ_BATCHAI_SHARED_JOB_TEMP: that of %1, by sshfs"_s.arg(plan.gang->nodes.constFirst()));
    return text;
}

QString environment(const NodePlan &plan)
{
    QString text;
    for (const auto &[name, value] : plan.environment)
        text += u"export "_s + assigned(name, value) + u'\n';
    for (const QString &name : plan.secretNames)
        text += u"export "_s + name + u"=…hidden…\n"_s;
    return text;
}

QString mounts(const NodePlan &plan)
{
    QString text;
    for (const PlannedMount &mount : plan.mounts) {
        text += comment((mount.isOfCluster ? u"of the cluster: "_s : u"for this job: "_s) + mount.volume.source
                        + (mount.mappedTo.isEmpty() ? QString() : QString(u", mapped to "_s + mount.mappedTo)));
        text += mount.commandLine + u'\n';
    }
    return text.isEmpty() ? text : u"\n# mounts\n"_s + text;
}

// "toolkit", and what distinguishes its processes, if anything.
QString title(const PlannedCommand &command)
{
    if (command.processes > 1)
        return command.purpose + u", %1 processes"_s.arg(command.processes);
    if (command.environment.isEmpty())
        return command.purpose;
    return command.purpose + u", "_s + (command.task.isEmpty() ? u"process"_s : command.task) + u' '
        + QString::number(command.index) + u", writes "_s + command.standardOutput + u" and "_s + command.standardError;
}

QString line(const PlannedCommand &command, const std::optional<PlannedContainer> &container)
{
    QString text = container ? QString(container->prefix + u' ') : QString();
    if (!command.environment.isEmpty())
        text += u"env "_s;
    for (const auto &[name, value] : command.environment)
        text += assigned(name, value) + u" \\\n    "_s;
    return text.isEmpty() ? command.commandLine
                          : QString(text + u"bash -c "_s + QString::fromUtf8(shellQuote(command.commandLine.toUtf8())));
}

// The processes of a toolkit run in parallel.
QString commands(const NodePlan &plan)
{
    const auto processes = std::count_if(plan.commands.begin(), plan.commands.end(),
                                         [](const PlannedCommand &command) { return command.purpose == u"toolkit"; });
    QString text;
    for (const PlannedCommand &command : plan.commands) {
        const bool isOneOfMany = processes > 1 && command.purpose == u"toolkit";
        text += comment(title(command)) + line(command, plan.container) + (isOneOfMany ? u" &\n"_s : u"\n"_s);
    }
    if (processes > 1)
        text += u"wait\n"_s;
    if (processes == 0)
        text += u"# nothing runs here of itself: the node is prepared for the first one\n"_s;
    return text;
}

} // namespace

QString describe(const NodePlan &plan)
{
    QString text = head(plan) + gang(plan) + u'\n' + environment(plan) + mounts(plan);
    if (plan.container)
        text += u"\n# container\n"_s + plan.container->commands.join(u'\n') + u'\n';
    text += u"\ncd \"$AZ_BATCHAI_JOB_TEMP/wd\"\n"_s + commands(plan);
    if (plan.container)
        text += u"\n# afterwards\n"_s + plan.container->stop + u'\n';
    return text;
}

} // namespace engine
