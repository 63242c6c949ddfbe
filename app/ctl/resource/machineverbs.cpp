// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/listwatch.h"
#include "app/ctl/questions.h"
#include "app/ctl/resource/resourceacts.h"
#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/api/extension.h"
#include "engine/api/resource/snapshots.h"
#include "engine/protocol/machines.h"
#include "engine/protocol/resources.h"

#include <QDir>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace engine;

namespace ctl {

namespace {

constexpr auto slowLimit = 150s; // for calls that log in to a slow machine

const QList<Column> machineColumns{
    {u"Name"_s, "name"},
    {u"Link"_s, "properties.x-batchdeck.link"},
    {u"Destination"_s, "properties.x-batchdeck.ssh.destination"},
    {u"Host"_s, "properties.x-batchdeck.inventory.hostname"},
    {u"Cores"_s, "properties.x-batchdeck.inventory.cores"},
    {u"Memory"_s,
     [](const QJsonObject &d) {
         const double bytes = extensionOf(d)[u"inventory"_s][u"memoryBytes"_s].toDouble();
         return bytes > 0 ? QString(QString::number(bytes / (1LL << 30), 'f', 1) + u" GiB"_s) : QString();
     }},
    {u"GPUs"_s,
     [](const QJsonObject &d) {
         const auto gpus = extensionOf(d)[u"inventory"_s][u"gpus"_s];
         return gpus.isArray() ? QString::number(gpus.toArray().size()) : QString();
     }},
};

// A path relative to the user's working directory, which is not the engine's. Empty when the option is not given.
QString pathFromHere(const Session &session, const QString &option)
{
    if (!session.line().has(option))
        return {};
    return QDir::cleanPath(QDir::current().absoluteFilePath(session.line().value(option)));
}

SshSettings sshSettings(const Session &session)
{
    const CommandLine &line = session.line();
    SshSettings settings;
    settings.destination = line.value(u"--ssh"_s);
    settings.identity = pathFromHere(session, u"--identity"_s);
    settings.config = pathFromHere(session, u"--config"_s);
    for (const QString &value : line.all(u"--jump"_s)) {
        for (const QString &jump : value.split(u',', Qt::SkipEmptyParts))
            settings.jumps.append(jump.trimmed());
    }
    return settings;
}

OfAgent ownAgent()
{
    return {qEnvironmentVariable("SSH_AUTH_SOCK")};
}

Result<int> addMachine(Session &session)
{
    const CommandLine &line = session.line();
    if (line.has(u"--local"_s) == line.has(u"--ssh"_s))
        return session.refuseUsage(u"say either --local (this computer) or --ssh [user@]host[:port]."_s);
    const auto id = session.subject(ResourceKind::Machine);
    if (!id)
        return id.error();
    AddMachine request;
    request.name = id->name();
    request.local = line.has(u"--local"_s);
    request.test = !line.has(u"--no-test"_s);
    if (!request.local)
        request.ssh = sshSettings(session);
    // One key is the machine's, checked by the engine; of several, each answers the question of its host.
    if (const QStringList keys = line.all(u"--accept-host-key"_s); keys.size() == 1)
        request.acceptHostKey = keys.constFirst();
    request.home = line.value(u"--home"_s);
    request.address = line.value(u"--address"_s);
    if (request.local || !request.test)
        return session.printed(session.change(method::addMachine, request), machineColumns);
    request.agent = ownAgent();
    const auto connect = [&session, &request](const QList<Answer> &answers, const auto &hear) {
        request.answers = answers;
        return session.change(method::addMachine, request, slowLimit, hear);
    };
    return session.printed(connectAsking(session, *id, connect), machineColumns);
}

// All new Hosts, when none is named.
Result<int> importMachines(Session &session)
{
    const QString config = pathFromHere(session, u"--config"_s);
    QStringList hosts = session.line().operands;
    if (hosts.isEmpty()) {
        const auto known = session.read(method::listHosts, {config, ownAgent()});
        if (!known)
            return known.error();
        for (const ListedHost &host : *known) {
            if (!host.machine)
                hosts.append(host.name);
        }
    }
    return session.printed(session.change(method::importMachines, {hosts, config, ownAgent()}), machineColumns);
}

Result<int> listMachines(Session &session)
{
    const auto rows = [&session] { return session.read(method::listResources, {toString(ResourceKind::Machine), {}}); };
    const auto isIn = [](const ResourceId &id) { return id.kind() == ResourceKind::Machine; };
    return showList(session, {machineColumns, rows, isIn});
}

Result<int> testMachine(Session &session, const ResourceId &id)
{
    const auto connect = [&session, &id](const QList<Answer> &answers, const auto &hear) {
        return session.change(method::connectMachine, {id.toString(), answers, ownAgent()}, slowLimit, hear);
    };
    return session.printed(connectAsking(session, id, connect), machineColumns);
}

Result<int> diagnoseMachine(Session &session, const ResourceId &id)
{
    const auto findings = session.change(inJson(method::diagnoseMachine), {id.toString(), {}}, slowLimit);
    if (!findings)
        return findings.error();
    session.print(*findings, findingColumns);
    return anyFailed(*findings) ? 1 : 0;
}

// ": 3 paths", for a question.
QString leftOn(Session &session, const ResourceId &id)
{
    if (!session.canAsk() || session.line().has(u"--yes"_s))
        return {};
    const auto left = session.change(method::cleanMachine, {id.toString(), true, {}}, slowLimit);
    if (!left)
        return {};
    const qsizetype count = left->removed.size();
    return count == 1 ? u": 1 path with all below it"_s : u": %1 paths with all below them"_s.arg(count);
}

Result<int> cleanMachine(Session &session, const ResourceId &id)
{
    const bool isDry = session.line().has(u"--dry-run"_s);
    if (!isDry) {
        if (const int refused =
                session.confirm(u"Remove all that this profile left on %1"_s.arg(id.name()) + leftOn(session, id)))
            return refused;
    }
    const auto answer = session.change(inJson(method::cleanMachine), {id.toString(), isDry, {}}, slowLimit);
    if (!answer)
        return answer.error();
    if (session.printsJson(*answer))
        return 0;
    for (const QJsonValue &path : answer->value(u"removed"_s).toArray())
        session.print(QString(cellText(path) + u'\n'));
    for (const QJsonValue &path : answer->value(u"kept"_s).toArray())
        session.note(u"Kept, as it holds what a job wrote there: %1"_s.arg(cellText(path)));
    return 0;
}

Result<int> forgetKey(Session &session, const ResourceId &id)
{
    if (const int refused = session.confirm(u"Forget the host key of %1"_s.arg(id.name())))
        return refused;
    const auto answer = session.change(inJson(method::forgetHostKey), {id.toString(), {}});
    if (!answer)
        return answer.error();
    if (!session.printsJson(*answer))
        session.note(u"Forgotten: %1."_s.arg(answer->value(u"removed"_s).toInt()));
    for (const QJsonValue &place : answer->value(u"elsewhere"_s).toArray())
        session.note(u"%1:%2 has a key of it, too: %3. That file is yours to change."_s.arg(
            place[u"file"_s].toString(), QString::number(place[u"line"_s].toInt()),
            place[u"fingerprint"_s].toString()));
    return 0;
}

const Option acceptOption =
    repeated({u"--accept-host-key"_s,
              {},
              u"SHA256:…"_s,
              u"the fingerprint of the key that it must have; again for each new host on the way"_s});
const Option rememberOption{u"--remember"_s, {}, {}, u"keep what is typed in the keyring"_s};

QList<Option> addOptions()
{
    return {{u"--ssh"_s, {}, u"DEST"_s, u"[user@]host[:port], or a Host of ~/.ssh/config"_s},
            {u"--local"_s, {}, {}, u"this computer"_s},
            {u"--identity"_s, {}, u"FILE"_s, u"a private key, beside those of the configuration"_s},
            repeated({u"--jump"_s, {}, u"NAME"_s, u"a machine or destination on the way; may be said again"_s}),
            {u"--config"_s, {}, u"FILE"_s, u"instead of ~/.ssh/config"_s},
            acceptOption,
            {u"--address"_s, {}, u"ADDR"_s, u"what other nodes reach it by"_s},
            {u"--home"_s, {}, u"DIR"_s, u"$BATCHDECK_HOME there: where jobs live"_s},
            rememberOption,
            {u"--no-test"_s, {}, {}, u"store it unseen"_s}};
}

// A verb about the machine that its operand or -n names.
Verb machineVerb(const QString &path, const QString &help, Handler handler, const QStringList &examples,
                 const QList<Option> &options = {})
{
    const Option name{u"--name"_s, u"-n"_s, u"NAME"_s, u"the same as the word"_s};
    return {path, help, handler, examples, QList<Option>{name} + options, u"MACHINE"_s};
}

} // namespace

QList<Verb> machineVerbs()
{
    return {
        machineVerb(u"machine add"_s, u"Add a machine to the profile, once it could be reached."_s, addMachine,
                    {u"machine add here --local"_s, u"machine add a05 --ssh anna@a05.lab:22 --jump gate"_s},
                    addOptions()),
        {u"machine import"_s,
         u"Add Hosts of ~/.ssh/config: those that are named, or all."_s,
         importMachines,
         {u"machine import a05 a06"_s},
         {{u"--config"_s, {}, u"FILE"_s, u"instead of ~/.ssh/config"_s}},
         u"[HOST…]"_s},
        {u"machine list"_s,
         u"List the machines of the profile."_s,
         listMachines,
         {u"machine list -o table"_s, u"machine list --watch"_s},
         {watchOption}},
        machineVerb(u"machine show"_s, u"Show a machine and what is in it."_s,
                    show<ResourceKind::Machine, machineColumns>, {u"machine show here"_s}),
        machineVerb(u"machine test"_s, u"Connect a machine now."_s, about<ResourceKind::Machine, testMachine>,
                    {u"machine test a05"_s}, {acceptOption, rememberOption}),
        machineVerb(u"machine doctor"_s,
                    u"Say what on a machine will trouble jobs, and what helps; ends with 1 when something fails."_s,
                    about<ResourceKind::Machine, diagnoseMachine>, {u"machine doctor a05 -o table"_s}),
        machineVerb(u"machine clean"_s, u"Remove all that this profile left on a machine."_s,
                    about<ResourceKind::Machine, cleanMachine>, {u"machine clean a05 --dry-run"_s},
                    {{u"--dry-run"_s, {}, {}, u"only say what"_s}, yesOption}),
        machineVerb(u"machine forget-key"_s, u"Forget the host key that was accepted for a machine."_s,
                    about<ResourceKind::Machine, forgetKey>, {u"machine forget-key a05 -y"_s}, {yesOption}),
        machineVerb(u"machine remove"_s, u"Forget a machine; one in use stays."_s, remove<ResourceKind::Machine>,
                    {u"machine remove here -y"_s},
                    {{u"--terminate"_s, {}, {}, u"also one that never comes back, with what a cluster set up there"_s},
                     yesOption}),
    };
}

} // namespace ctl
