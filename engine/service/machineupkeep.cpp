// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// What is asked of a machine that is there: its key, its traces, its health, a terminal on it.

#include "engine/api/workerpool.h"
#include "engine/service/service.h"

#include "engine/api/engineclient.h"
#include "engine/api/ours.h"
#include "engine/base/address.h"
#include "engine/base/whenfinished.h"
#include "engine/ssh/knownhosts.h"
#include "engine/ssh/sshtransport.h"

#include <QJsonArray>
#include <QtConcurrentRun>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto resolveLimit = 10s;

SshSpec specOf(const MachineController &machine)
{
    return SshSpec::fromJson(oursOf(machine.row().document).value(u"ssh"_s).toObject());
}

Error needsNoSsh(const MachineController &machine)
{
    return {
        ErrorCode::InvalidArgument,
        Message(QT_TRANSLATE_NOOP("engine", "%1 is this computer: there is no SSH on the way."), {machine.id().name()}),
        machine.id().toString(),
        {},
        {}};
}

// {"removed","elsewhere"} of \a changed, when that is on the way, else of the route's last host. Blocks.
Result<QJsonValue> forgetKeys(const SshSpec &spec, const QString &agentSocket, const QString &ownFile,
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
    QJsonArray elsewhere;
    for (const HostKeyVerdict::Place &place : known.elsewhere(name))
        elsewhere.append(
            QJsonObject{{u"file"_s, place.file}, {u"line"_s, place.line}, {u"fingerprint"_s, place.key.fingerprint()}});
    return QJsonValue(QJsonObject{{u"removed"_s, *forgotten}, {u"elsewhere"_s, elsewhere}});
}

// A destination as ssh takes it: the port is an option of its own, or behind a jump host a part.
QStringList destinationWords(const SshDestination &to)
{
    QStringList words;
    if (to.port > 0)
        words << u"-p"_s << QString::number(to.port);
    return words << (to.user.isEmpty() ? to.host : QString(to.user + u'@' + to.host));
}

// As ssh's -J takes it, which would end a bare address of IPv6 at its first colon.
QString jumpWord(const SshSpec &jump)
{
    const auto to = SshDestination::parse(jump.destination);
    if (!to)
        return jump.destination;
    const QString host = to->port > 0 ? hostAndPort(to->host, to->port) : beforeColon(to->host);
    return to->user.isEmpty() ? host : QString(to->user + u'@' + host);
}

} // namespace

MachineController *Service::machineOf(const QJsonObject &parameters, const Reply &reply) const
{
    const auto id = idOf(parameters);
    MachineController *machine = id ? m_machines.value(*id) : nullptr;
    if (!id)
        reply(id.error());
    else if (!machine)
        reply(Error{ErrorCode::NotFound,
                    Message(QT_TRANSLATE_NOOP("engine", "There is no machine %1."), {id->shortText()}),
                    id->toString(),
                    {},
                    {}});
    return machine;
}

void Service::forgetHostKey(const QJsonObject &parameters, const Reply &reply)
{
    MachineController *machine = machineOf(parameters, reply);
    if (!machine)
        return;
    if (machine->isLocal())
        return reply(needsNoSsh(*machine));
    const bool hasChanged = machine->problem() && machine->problem()->code == ErrorCode::HostKeyChanged;
    const QString changed = hasChanged ? machine->problem()->target : QString();
    const auto work = QtConcurrent::run(&workerPool(),
                                        [spec = specOf(*machine), agent = m_transport->agentSocket(),
                                         own = m_transport->knownHostsFile(),
                                         changed] { return forgetKeys(spec, agent, own, changed); });
    whenFinished(work, this, [this, id = machine->id(), reply](const Result<QJsonValue> &answer) {
        MachineController *known = m_machines.value(id);
        if (answer && known && !known->isReady() && known->problem())
            known->connectNow();
        reply(answer);
    });
}

void Service::terminalCommand(const QJsonObject &parameters, const Reply &reply)
{
    MachineController *machine = machineOf(parameters, reply);
    if (!machine)
        return;
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
    reply(QJsonValue(QJsonObject{{u"command"_s, QJsonArray::fromStringList(command)}}));
}

void Service::diagnoseMachine(const QJsonObject &parameters, const Reply &reply)
{
    MachineController *machine = machineOf(parameters, reply);
    if (!machine)
        return;
    if (!machine->host()->isOpen()) {
        const Message nothing(QT_TRANSLATE_NOOP("engine", "It is not connected yet."));
        const Message reason = machine->linkReason().isEmpty() ? nothing : machine->linkReason();
        return reply(QJsonValue(QJsonArray{DoctorFinding{
            u"connection"_s, DoctorFinding::State::Failed, reason,
            Message(QT_TRANSLATE_NOOP("engine", "Connect it first: batchctl machine test %1"), {machine->id().name()})}
                                               .toJson()}));
    }
    whenFinished(machine->agent().diagnose(), machine, [reply](const Result<QList<DoctorFinding>> &findings) {
        if (!findings)
            return reply(findings.error());
        const Message connected(QT_TRANSLATE_NOOP("engine", "It is connected."));
        QJsonArray array{DoctorFinding{u"connection"_s, DoctorFinding::State::Ok, connected, {}}.toJson()};
        for (const DoctorFinding &finding : *findings)
            array.append(finding.toJson());
        reply(QJsonValue(array));
    });
}

void Service::cleanMachine(const QJsonObject &parameters, const Reply &reply)
{
    MachineController *machine = machineOf(parameters, reply);
    if (!machine)
        return;
    const QList<MachineController *> names = namesOf(*machine);
    for (const JobController *job : std::as_const(m_jobs)) {
        for (const MachineController *name : names) {
            if (job->isOn(name->id()) && !job->record().isDone())
                return reply(Error{ErrorCode::Conflict,
                                   Message(QT_TRANSLATE_NOOP("engine", "The job %1 is on the machine %2."),
                                           {job->record().id.shortText(), name->id().name()}),
                                   machine->id().toString(),
                                   {},
                                   {}});
        }
    }
    const bool isDry = parameters.value(u"dryRun"_s).toBool();
    for (const MachineController *name : isDry ? QList<MachineController *>() : names) {
        if (const auto may = mayForget(name->id()); !may)
            return reply(may.error());
    }
    if (!isDry)
        keepJobsAway(names, reply);
    removeTraces(*machine, isDry, reply);
}

// Until the call is answered: one that began meanwhile would lose its folder.
void Service::keepJobsAway(const QList<MachineController *> &machines, const Reply &reply)
{
    QSet<ResourceId> ids;
    for (const MachineController *machine : machines)
        ids.insert(machine->id());
    m_beingCleaned.unite(ids);
    auto *call = new QFutureWatcher<Result<QJsonValue>>(this);
    connect(call, &QFutureWatcherBase::finished, this, [this, call, ids] {
        call->deleteLater();
        m_beingCleaned.subtract(ids);
        scheduleSoon();
    });
    call->setFuture(reply.future());
}

void Service::removeTraces(MachineController &machine, bool isDry, const Reply &reply)
{
    whenFinished(machine.agent().removeTraces(m_profileId, isDry), &machine,
                 [this, &machine, isDry, reply](const Result<NodeAgent::Traces> &traces) {
                     if (!traces)
                         return reply(traces.error());
                     // Else the next look at it would put our scripts there again.
                     for (MachineController *name : isDry ? QList<MachineController *>() : namesOf(machine))
                         name->rest(Message(QT_TRANSLATE_NOOP(
                             "engine", "What was left on it was removed. Connect it to use it again.")));
                     reply(QJsonValue(QJsonObject{{u"removed"_s, QJsonArray::fromStringList(traces->removed)},
                                                  {u"kept"_s, QJsonArray::fromStringList(traces->kept)}}));
                 });
}

// The machine by all its names.
QList<MachineController *> Service::namesOf(MachineController &machine) const
{
    QList<MachineController *> names{&machine};
    for (MachineController *other : std::as_const(m_machines)) {
        if (other != &machine && !machine.identity().isEmpty() && other->identity() == machine.identity())
            names.append(other);
    }
    return names;
}

} // namespace engine
