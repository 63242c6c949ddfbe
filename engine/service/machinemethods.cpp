// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// How machines come to be, and how they are connected.

#include "engine/service/newmachine.h"
#include "engine/service/service.h"

#include "engine/api/ours.h"
#include "engine/base/whenfinished.h"
#include "engine/host/localhost.h"
#include "engine/host/sshhost.h"
#include "engine/ssh/sshtransport.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

Error exists(const ResourceId &id)
{
    return {ErrorCode::AlreadyExists,
            Message(QT_TRANSLATE_NOOP("engine", "There is a machine %1 already."), {id.name()}),
            id.toString(),
            {},
            {}};
}

// Some failures of an attempt do not say whose they are.
Error named(Error error, const ResourceId &machine)
{
    if (error.target.isEmpty())
        error.target = machine.toString();
    return error;
}

bool isMatch(const QString &pattern, const QString &text)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(text).hasMatch();
}

void checkDestination(const QString &target, const QString &text, QList<Fault> &faults)
{
    if (const auto destination = SshDestination::parse(text); !destination)
        faults.append({u"WrongType"_s, destination.error().message, target});
}

QList<Answer> answersOf(const QJsonObject &parameters)
{
    QList<Answer> answers;
    for (const QJsonValue &answer : parameters.value(u"answers"_s).toArray())
        answers.append(Answer::fromJson(answer.toObject()));
    return answers;
}

bool isOwnSocket(const QString &path)
{
    struct stat info = {};
    return path.startsWith(u'/') && stat(path.toLocal8Bit().constData(), &info) == 0 && S_ISSOCK(info.st_mode)
        && info.st_uid == geteuid();
}

} // namespace

void Service::addMachine(const QJsonObject &parameters, const Reply &reply)
{
    const QString name = parameters.value(u"name"_s).toString();
    if (const auto valid = checkName(ResourceKind::Machine, name); !valid)
        return reply(valid.error());
    const ResourceId id = ResourceId::machine(m_profileId, name);
    if (m_resources.contains(id))
        return reply(exists(id));
    const auto settings = machineSettings(parameters);
    if (!settings)
        return reply(settings.error());
    const ResourceRow row = machineRow(id, *settings);
    const bool isLocal = settings->value(u"local"_s).toBool();
    if (!isLocal && parameters.value(u"test"_s).toBool(true))
        return tryMachine(row, parameters, reply);
    MachineController *machine = makeMachine(row);
    machine->acceptHostKey(parameters.value(u"acceptHostKey"_s).toString());
    machine->connectNow(answersOf(parameters));
    keepMachine(machine, reply);
}

// What x-batchdeck keeps of a new machine.
Result<QJsonObject> Service::machineSettings(const QJsonObject &parameters) const
{
    QList<Fault> faults;
    QJsonObject ours;
    const bool isLocal = parameters.value(u"local"_s).toBool();
    if (isLocal == parameters.contains(u"ssh"_s))
        faults.append({u"Required"_s,
                       Message(QT_TRANSLATE_NOOP("engine",
                                                 "Say either that it is this computer (--local), or how it "
                                                 "is reached (--ssh [user@]host[:port]).")),
                       u"ssh"_s});
    checkPath(u"home"_s, parameters.value(u"home"_s).toString(), faults);
    const QString address = parameters.value(u"address"_s).toString();
    if (!address.isEmpty() && !isMatch(u"[A-Za-z0-9][A-Za-z0-9.:_-]{0,254}"_s, address))
        faults.append({u"WrongType"_s,
                       Message(QT_TRANSLATE_NOOP("engine", "\"%1\" is not an address."), {address.left(200)}),
                       u"address"_s});
    const QString key = parameters.value(u"acceptHostKey"_s).toString();
    if (!key.isEmpty() && !isMatch(u"SHA256:[A-Za-z0-9+/]{43}"_s, key))
        faults.append({u"WrongType"_s,
                       Message(QT_TRANSLATE_NOOP("engine",
                                                 "\"%1\" is not the fingerprint of a host key: it is SHA256: and 43 "
                                                 "characters, as ssh-keygen -l shows it."),
                               {key.left(200)}),
                       u"acceptHostKey"_s});
    if (isLocal) {
        ours[u"local"_s] = true;
    } else if (parameters.contains(u"ssh"_s)) {
        const QJsonObject ssh = parameters.value(u"ssh"_s).toObject();
        SshSpec spec{ssh.value(u"destination"_s).toString(),
                     ssh.value(u"identity"_s).toString(),
                     ssh.value(u"config"_s).toString(),
                     {}};
        checkDestination(u"ssh.destination"_s, spec.destination, faults);
        checkPath(u"ssh.identity"_s, spec.identityFile, faults);
        checkPath(u"ssh.config"_s, spec.configFile, faults);
        for (const QJsonValue &jump : ssh.value(u"jumps"_s).toArray()) {
            if (const auto hops = jumpSpec(jump.toString()))
                spec.jumps += *hops;
            else
                faults.append({u"WrongType"_s, hops.error().message, u"ssh.jumps"_s});
        }
        ours[u"ssh"_s] = spec.toJson();
    }
    for (const QString &word : {u"home"_s, u"address"_s}) {
        if (const QString value = parameters.value(word).toString(); !value.isEmpty())
            ours[word] = value;
    }
    if (!faults.isEmpty())
        return refusedMachine(faults);
    return ours;
}

// A machine of the profile with its own way there, or a destination.
Result<QList<SshSpec>> Service::jumpSpec(const QString &name) const
{
    const QJsonObject document = m_resources.value(ResourceId::machine(m_profileId, name));
    if (document.isEmpty()) {
        if (const auto destination = SshDestination::parse(name); !destination)
            return destination.error();
        return QList<SshSpec>{{name, {}, {}, {}}};
    }
    const QJsonObject ssh = oursOf(document).value(u"ssh"_s).toObject();
    if (ssh.isEmpty())
        return Error{ErrorCode::InvalidArgument,
                     Message(QT_TRANSLATE_NOOP("engine", "%1 is this computer: it cannot be a jump host."), {name}),
                     name,
                     {},
                     {}};
    SshSpec spec = SshSpec::fromJson(ssh);
    QList<SshSpec> hops = std::exchange(spec.jumps, {});
    hops.append(spec);
    return hops;
}

// One that is not stored unless it gets ready. A second one of the name takes the first one's place: it has the
// answers.
void Service::tryMachine(const ResourceRow &row, const QJsonObject &parameters, const Reply &reply)
{
    if (m_candidates.contains(row.id))
        tried(row.id,
              Error{ErrorCode::Canceled,
                    Message(QT_TRANSLATE_NOOP("engine", "Another attempt to add %1 took its place."), {row.id.name()}),
                    row.id.toString(),
                    {},
                    {}});
    MachineController *machine = makeMachine(row);
    m_candidates.insert(row.id, {machine, reply});
    connect(machine, &MachineController::attemptEnded, this, [this, machine](const Result<void> &result) {
        if (m_candidates.value(machine->id()).machine == machine)
            tried(machine->id(), result);
    });
    auto *caller = new QFutureWatcher<Result<QJsonValue>>(machine); // may go away, and then nobody has the answers
    connect(caller, &QFutureWatcherBase::canceled, machine, &MachineController::cancel);
    caller->setFuture(reply.future());
    m_feed.upsert(row.id);
    machine->acceptHostKey(parameters.value(u"acceptHostKey"_s).toString());
    machine->connectNow(answersOf(parameters));
}

void Service::tried(const ResourceId &id, const Result<void> &result)
{
    if (!result) {
        m_feed.upsert(id);
        m_feed.flush(); // who watches sees at which step it ended
        m_feed.remove(id);
    }
    const Candidate candidate = m_candidates.take(id);
    if (result)
        return keepMachine(candidate.machine, candidate.reply);
    candidate.machine->disconnect(this);
    candidate.machine->deleteLater(); // we are in a signal of it
    candidate.reply(named(result.error(), id));
}

void Service::keepMachine(MachineController *machine, const Reply &reply)
{
    const ResourceId id = machine->id();
    if (m_resources.contains(id)) { // it was stored unseen meanwhile
        machine->deleteLater();
        return reply(exists(id));
    }
    m_resources.insert(id, machine->row().document);
    m_machines.insert(id, machine);
    for (JobController *job : std::as_const(m_jobs))
        job->machineAdded(machine);
    whenFinished(m_store->putResource(machine->row()), this, [this, id, reply](const Result<void> &result) {
        if (!result) {
            m_resources.remove(id);
            m_feed.remove(id);
            delete m_machines.take(id);
            return reply(result.error());
        }
        m_feed.upsert(id);
        scheduleSoon();
        reply(QJsonValue(documentOf(id)));
    });
}

MachineController *Service::makeMachine(const ResourceRow &row)
{
    const QJsonObject ssh = oursOf(row.document).value(u"ssh"_s).toObject();
    auto host = ssh.isEmpty() ? sharedHost<LocalHost>() : sharedHost<SshHost>(m_transport, SshSpec::fromJson(ssh));
    auto *machine = new MachineController(row, std::move(host), m_secrets, this);
    connect(machine, &MachineController::linkChanged, this, [this, machine] { machineChanged(*machine); });
    connect(machine, &MachineController::rowChanged, this, [this, machine] { rowChanged(*machine); });
    return machine;
}

void Service::startMachine(const ResourceRow &row)
{
    MachineController *machine = makeMachine(row);
    m_machines.insert(row.id, machine);
    if (!machine->isResting())
        machine->connectNow();
}

void Service::machineChanged(const MachineController &machine)
{
    m_feed.upsert(machine.id());
    if (machine.isReady()) {
        m_logs.retryNow(machine.host().get());
        m_fetchTimer.start(0);
    }
    for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
        if (it.key().kind() == ResourceKind::Cluster && nodesOf(it.key()).contains(m_machines.value(machine.id())))
            m_feed.upsert(it.key());
    }
    scheduleSoon();
    finishRemovals(); // they wait for no machine that is away
}

void Service::rowChanged(const MachineController &machine)
{
    if (m_machines.value(machine.id()) != &machine || !m_resources.contains(machine.id()))
        return;
    m_resources.insert(machine.id(), machine.row().document);
    whenFinished(m_store->putResource(machine.row()), this, [this](const Result<void> &result) {
        if (!result)
            storeFailed(result.error());
    });
}

QJsonObject Service::machineDocument(const ResourceId &id) const
{
    const Candidate candidate = m_candidates.value(id);
    const MachineController *machine = candidate.machine ? candidate.machine : m_machines.value(id);
    if (!machine)
        return m_resources.value(id);
    const QJsonObject document = machine->document();
    QJsonObject ours = oursOf(document);
    if (candidate.machine)
        ours[u"provisional"_s] = true;
    if (const ResourceId first = aliases().value(id); first.isValid())
        ours[u"aliasOf"_s] = first.toString();
    return withOurs(document, ours);
}

QHash<ResourceId, ResourceId> Service::aliases() const
{
    QHash<QString, QList<const MachineController *>> byIdentity;
    for (const MachineController *machine : m_machines) {
        if (const QString identity = machine->identity(); !identity.isEmpty())
            byIdentity[identity].append(machine);
    }
    QHash<ResourceId, ResourceId> found;
    const auto age = [](const MachineController *machine) {
        return std::pair(machine->row().document[u"properties"_s][u"creationTime"_s].toString(), machine->id());
    };
    for (const QList<const MachineController *> &names : std::as_const(byIdentity)) {
        const auto first = *std::min_element(names.cbegin(), names.cend(),
                                             [&age](const auto *a, const auto *b) { return age(a) < age(b); });
        for (const MachineController *machine : names) {
            if (machine != first)
                found.insert(machine->id(), first->id());
        }
    }
    return found;
}

// The agent of whoever sits here now. Who was not let in may be with its keys: tried once an agent, for two clients
// that take turns must not lock an account.
void Service::useAgent(const QJsonObject &parameters)
{
    const QString socket = parameters.value(u"agentSocket"_s).toString();
    if (socket.isEmpty() || socket == m_transport->agentSocket() || !isOwnSocket(socket))
        return;
    m_triedAgents.insert(m_transport->agentSocket());
    m_transport->setAgentSocket(socket);
    if (m_triedAgents.contains(socket))
        return;
    for (MachineController *machine : std::as_const(m_machines)) {
        if (machine->link() == LinkState::NeedsAttention && machine->problem()
            && machine->problem()->code == ErrorCode::AuthenticationFailed)
            machine->connectNow();
    }
}

void Service::connectMachine(const QJsonObject &parameters, const Reply &reply)
{
    MachineController *machine = machineOf(parameters, reply);
    if (!machine)
        return;
    connect(
        machine, &MachineController::attemptEnded, this,
        [this, id = machine->id(), reply](const Result<void> &result) {
            retrySetups(id);
            reply(result ? Result<QJsonValue>(documentOf(id)) : named(result.error(), id));
        },
        Qt::SingleShotConnection);
    machine->connectNow(answersOf(parameters));
}

// What has ended by itself meanwhile counts as canceled.
void Service::cancelMachine(const QJsonObject &parameters, const Reply &reply)
{
    const auto id = parameters.contains(u"name"_s)
        ? ResourceId::machine(m_profileId, parameters.value(u"name"_s).toString())
        : idOf(parameters);
    if (!id)
        return reply(id.error());
    const Candidate candidate = m_candidates.value(*id);
    if (MachineController *machine = candidate.machine ? candidate.machine : m_machines.value(*id))
        machine->cancel();
    reply(QJsonValue(QJsonObject()));
}

} // namespace engine
