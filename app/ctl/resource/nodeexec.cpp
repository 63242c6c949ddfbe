// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Runs a command on a node, or forwards its ports, with the user's own ssh.

#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/api/extension.h"
#include "engine/api/paths.h"
#include "engine/protocol/jobs.h"
#include "engine/protocol/machines.h"
#include "engine/protocol/resources.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include <signal.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

/// A node with the id of its machine.
struct Node
{
    QString name;
    QString machine;
};

// The node of -n, else the first.
Result<Node> chosenNode(const Session &session, const QList<Node> &nodes)
{
    const QString wanted = session.line().value(u"--node-id"_s);
    const auto found = std::find_if(nodes.cbegin(), nodes.cend(), [&wanted](const Node &node) {
        return wanted.isEmpty() || node.name.compare(wanted, Qt::CaseInsensitive) == 0;
    });
    if (found != nodes.cend())
        return *found;
    return Error{ErrorCode::NotFound,
                 nodes.isEmpty() ? Message("There is no node yet.") : Message("There is no node %1.", {wanted}),
                 u"--node-id"_s};
}

// Adds the profile's known hosts to the system's; the user's own are read as usual.
QString knownHostsOption(const QString &profile)
{
    return u"GlobalKnownHostsFile=/etc/ssh/ssh_known_hosts /etc/ssh/ssh_known_hosts2 \"%1/known_hosts\""_s.arg(profile);
}

// The command of `machine.terminal` with az's options applied.
QStringList sshLine(const Session &session, QStringList command, const QString &script)
{
    QStringList options{u"-o"_s, knownHostsOption(session.profile())};
    if (const QString key = session.line().value(u"--ssh-private-key"_s); !key.isEmpty())
        options << u"-i"_s << key;
    for (const QString &address : session.line().all(u"--address"_s))
        options << u"-L"_s << address;
    // Only forwards ports, until it is ended.
    if (script.isEmpty())
        options << u"-N"_s;
    const QString program = command.takeFirst();
    // ssh reads a word with a leading "-" as an option even after the host.
    return QStringList{program} + options + command + (script.isEmpty() ? QStringList() : QStringList{u"--"_s, script});
}

// Replaces this process by the command, which gets its terminal and exit code.
Error replaceProcess(const QStringList &command)
{
    QByteArrayList words;
    for (const QString &word : command)
        words.append(pathToBytes(word));
    std::vector<char *> arguments;
    for (QByteArray &word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::signal(SIGPIPE, SIG_DFL); // default, as before main()
    ::execvp(arguments.front(), arguments.data());
    return {ErrorCode::CommandFailed,
            Message("%1 cannot be started: %2.", {command.constFirst(), QString::fromLocal8Bit(std::strerror(errno))})};
}

Result<int> execute(Session &session, const QList<Node> &nodes)
{
    const QString script = session.line().value(u"--exec"_s);
    const bool forwards = session.line().has(u"--address"_s);
    if (script.isEmpty() && !forwards)
        return session.refuseUsage(u"Say what to do: --exec COMMAND, or -L PORT:HOST:PORT, or both."_s);
    const auto node = chosenNode(session, nodes);
    const auto machine = node ? session.read(method::getResource, {node->machine}) : node.error();
    if (!machine)
        return machine.error();
    const bool isHere = extensionOf(*machine)[u"local"_s].toBool();
    if (isHere && !forwards)
        return replaceProcess({u"/bin/sh"_s, u"-c"_s, script});
    // The error for this computer comes from the engine.
    const auto command = session.read(method::terminalCommand, {node->machine, {}});
    if (!command)
        return command.error();
    return replaceProcess(sshLine(session, command->command, script));
}

Result<int> executeOnCluster(Session &session, const ResourceId &id)
{
    const auto cluster = session.read(method::getResource, {id.toString()});
    if (!cluster)
        return cluster.error();
    QList<Node> nodes;
    for (const QJsonValue &node : extensionOf(*cluster)[u"nodes"_s].toArray())
        nodes.append(Node{node[u"name"_s].toString(), node[u"machine"_s].toString()});
    return execute(session, nodes);
}

Result<int> executeForJob(Session &session, const ResourceId &id)
{
    const auto job = session.read(method::getJob, {id.toString()});
    if (!job)
        return job.error();
    QList<Node> nodes;
    for (const QJsonValue &place : extensionOf(*job)[u"placement"_s].toArray())
        nodes.append(Node{place.toString().section(u'/', -1), place.toString()});
    return execute(session, nodes);
}

QList<Option> execOptions()
{
    return {{u"--exec"_s, {}, u"COMMAND"_s, u"what runs there; without it ports are forwarded only"_s},
            {u"--node-id"_s, u"-n"_s, u"NODE"_s, u"its ID in the list of nodes; else the first"_s},
            repeated({u"--address"_s, u"-L"_s, u"PORT:HOST:PORT"_s,
                      u"a port here that leads to one there, as ssh -L; may be repeated"_s}),
            {u"--ssh-private-key"_s, u"-k"_s, u"FILE"_s, u"a private key, beside those of the machine"_s},
            ignoredOption(u"--password"_s, u"-p"_s)};
}

} // namespace

Verb clusterExecVerb()
{
    return {u"cluster node exec"_s,
            u"Run a command on a node of a cluster, or forward ports to it, by ssh; ends with ssh's exit code."_s,
            about<ResourceKind::Cluster, executeOnCluster>,
            {u"cluster node exec -c lab --exec nvidia-smi"_s, u"cluster node exec -c lab -L 8080:localhost:8080"_s},
            QList<Option>{clusterNameOption} + inWorkspace + execOptions()};
}

Verb jobExecVerb()
{
    return {u"job node exec"_s,
            u"Run a command on a node of a job, or forward ports to it, by ssh; ends with ssh's exit code."_s,
            about<ResourceKind::Job, executeForJob>,
            {u"job node exec -j train --exec nvidia-smi"_s, u"job node exec -j train -L 6006:localhost:6006"_s},
            QList<Option>{jobNameOption} + inExperiment + execOptions()};
}

} // namespace ctl
