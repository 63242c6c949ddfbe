// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Diagnosis, cleaning, host keys and terminals of machines.

#include "engine/service/machine/machineservice.h"

#include "engine/api/extension.h"
#include "engine/api/workerpool.h"
#include "engine/base/address.h"
#include "engine/base/whenfinished.h"
#include "engine/ssh/config/sshconfig.h"
#include "engine/ssh/connect/sshtransport.h"
#include "engine/ssh/login/knownhosts.h"

#include <QFutureWatcher>
#include <QtConcurrentRun>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto resolveLimit = 10s;

SshSpec specOf(const MachineController &machine)
{
    return SshSpec::fromJson(extensionOf(machine.row().document).value(u"ssh"_s).toObject());
}

Error needsNoSsh(const MachineController &machine)
{
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "%1 is this computer: there is no SSH on the way."), {machine.id().name()}},
            machine.id().toString()};
}

// {"removed","elsewhere"}, for the hop \a changed if it is on the route, else for the last host. Blocks.
Result<ForgottenKey> forgetKeys(const SshSpec &spec, const QString &agentSocket, const QString &ownFile,
                                const QString &changed)
{
    const auto route = resolveRoute(spec, agentSocket, resolveLimit, {});
    if (!route)
        return route.error();
    const auto found = std::find_if(route->hops.cbegin(), route->hops.cend(),
                                    [&changed](const SshHop &hop) { return hop.identity() == changed; });
    const SshHop &hop = found == route->hops.cend() ? route->hops.constLast() : *found;
    const QString name = hop.knownHostsName();
    const KnownHosts known(hop.userKnownHosts + hop.globalKnownHosts, ownFile);
    const auto forgotten = known.forget(name);
    if (!forgotten)
        return forgotten.error();
    ForgottenKey answer{*forgotten, {}};
    for (const HostKeyVerdict::Place &place : known.elsewhere(name))
        answer.elsewhere.append({place.file, place.line, place.key.fingerprint()});
    return answer;
}

// The destination as arguments of ssh: the port is an option; in a jump host it is part of the destination.
QStringList destinationWords(const SshDestination &to)
{
    QStringList words;
    if (to.port > 0)
        words << u"-p"_s << QString::number(to.port);
    return words << (to.user.isEmpty() ? to.host : QString(to.user + u'@' + to.host));
}

// For ssh's -J, which would cut an IPv6 address without brackets at its first colon.
QString jumpWord(const SshSpec &jump)
{
    const auto to = SshDestination::parse(jump.destination);
    if (!to)
        return jump.destination;
    const QString host = to->port > 0 ? hostAndPort(to->host, to->port) : bracketed(to->host);
    return to->user.isEmpty() ? host : QString(to->user + u'@' + host);
}

} // namespace

void MachineService::forgetHostKey(const OfMachine &request, const ReplyTo<ForgottenKey> &reply)
{
    useAgent(request.agent);
    const auto found = m_machines.required(request.id);
    if (!found)
        return reply(found.error());
    MachineController *machine = *found;
    if (machine->isLocal())
        return reply(needsNoSsh(*machine));
    const bool hasChanged = machine->problem() && machine->problem()->code == ErrorCode::HostKeyChanged;
    const QString changed = hasChanged ? machine->problem()->target : QString();
    const auto work = QtConcurrent::run(&workerPool(),
                                        [spec = specOf(*machine), agent = m_machines.transport()->agentSocket(),
                                         own = m_machines.transport()->knownHostsFile(),
                                         changed] { return forgetKeys(spec, agent, own, changed); });
    whenFinished(work, this, [this, id = machine->id(), reply](const Result<ForgottenKey> &answer) {
        MachineController *known = m_machines.find(id);
        if (answer && known && !known->isReady() && known->problem())
            known->connectNow();
        reply(answer);
    });
}

void MachineService::tellTerminalCommand(const OfMachine &request, const ReplyTo<TerminalCommand> &reply)
{
    useAgent(request.agent);
    const auto found = m_machines.required(request.id);
    if (!found)
        return reply(found.error());
    MachineController *machine = *found;
    if (machine->isLocal())
        return reply(needsNoSsh(*machine));
    const SshSpec spec = specOf(*machine);
    const auto destination = SshDestination::parse(spec.destination);
    if (!destination)
        return reply(destination.error());
    QStringList command{u"ssh"_s};
    if (!spec.configFile.isEmpty())
        command << u"-F"_s << spec.configFile;
    if (!spec.identityFile.isEmpty())
        command << u"-i"_s << spec.identityFile;
    QStringList jumps;
    for (const SshSpec &jump : spec.jumps)
        jumps.append(jumpWord(jump));
    if (!jumps.isEmpty())
        command << u"-J"_s << jumps.join(u',');
    command << destinationWords(*destination);
    reply(TerminalCommand{command});
}

void MachineService::diagnose(const OfMachine &request, const ReplyTo<QList<DoctorFinding>> &reply)
{
    useAgent(request.agent);
    const auto found = m_machines.required(request.id);
    if (!found)
        return reply(found.error());
    MachineController *machine = *found;
    if (!machine->host()->isOpen()) {
        const Message nothing(QT_TRANSLATE_NOOP("engine", "It is not connected yet."));
        const Message reason = machine->linkReason().isEmpty() ? nothing : machine->linkReason();
        return reply(
            QList<DoctorFinding>{{u"connection"_s, DoctorFinding::State::Failed, reason,
                                  Message(QT_TRANSLATE_NOOP("engine", "Connect it first: batchctl machine test %1"),
                                          {machine->id().name()})}});
    }
    whenFinished(machine->agent().diagnose(), machine, [reply](const Result<QList<DoctorFinding>> &findings) {
        if (!findings)
            return reply(findings.error());
        const Message connected(QT_TRANSLATE_NOOP("engine", "It is connected."));
        reply(QList<DoctorFinding>{{u"connection"_s, DoctorFinding::State::Ok, connected, {}}} + *findings);
    });
}

void MachineService::clean(const CleanMachine &request, const ReplyTo<CleanedMachine> &reply)
{
    useAgent(request.agent);
    const auto found = m_machines.required(request.id);
    if (!found)
        return reply(found.error());
    MachineController *machine = *found;
    const QList<MachineController *> names = m_machines.namesOf(*machine);
    for (const JobController *job : m_jobs.all()) {
        for (const MachineController *name : names) {
            if (job->isOn(name->id()) && !job->record().isDone())
                return reply(Error{ErrorCode::Conflict,
                                   {QT_TRANSLATE_NOOP("engine", "The job %1 is on the machine %2."),
                                    {job->record().id.shortText(), name->id().name()}},
                                   machine->id().toString()});
        }
    }
    const bool isDry = request.dryRun;
    for (const MachineController *name : isDry ? QList<MachineController *>() : names) {
        if (const auto may = m_memberships.mayForget(name->id()); !may)
            return reply(may.error());
    }
    if (!isDry)
        keepJobsAway(names, reply);
    removeTraces(*machine, isDry, reply);
}

// Lasts until the call is answered: a job that starts in between would lose its folder.
void MachineService::keepJobsAway(const QList<MachineController *> &machines, const ReplyTo<CleanedMachine> &reply)
{
    QSet<ResourceId> ids;
    for (const MachineController *machine : machines)
        ids.insert(machine->id());
    m_machines.beginCleaning(ids);
    auto *call = new QFutureWatcher<Result<QJsonValue>>(this);
    connect(call, &QFutureWatcherBase::finished, this, [this, call, ids] {
        call->deleteLater();
        m_machines.endCleaning(ids);
    });
    call->setFuture(reply.call().future());
}

void MachineService::removeTraces(MachineController &machine, bool isDry, const ReplyTo<CleanedMachine> &reply)
{
    whenFinished(machine.agent().removeTraces(m_resources.profileId(), isDry), &machine,
                 [this, &machine, isDry, reply](const Result<NodeAgent::Traces> &traces) {
                     if (!traces)
                         return reply(traces.error());
                     // Otherwise the next probe would install the scripts again.
                     for (MachineController *name : isDry ? QList<MachineController *>() : m_machines.namesOf(machine))
                         name->rest(Message(QT_TRANSLATE_NOOP(
                             "engine", "What was left on it was removed. Connect it to use it again.")));
                     reply(CleanedMachine{traces->removed, traces->kept});
                 });
}

} // namespace engine
