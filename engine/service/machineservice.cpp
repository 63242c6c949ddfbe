// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/machineservice.h"

#include "engine/api/ours.h"
#include "engine/registry/refusals.h"
#include "engine/service/newmachine.h"
#include "engine/ssh/sshtransport.h"

#include <QRegularExpression>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

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

bool isOwnSocket(const QString &path)
{
    struct stat info = {};
    return path.startsWith(u'/') && stat(path.toLocal8Bit().constData(), &info) == 0 && S_ISSOCK(info.st_mode)
        && info.st_uid == geteuid();
}

} // namespace

MachineService::MachineService(Router &router, Resources &resources, Machines &machines, Memberships &memberships,
                               const Jobs &jobs)
    : m_resources(resources), m_machines(machines), m_memberships(memberships), m_jobs(jobs)
{
    router.on(method::addMachine, this, &MachineService::add);
    router.on(method::connectMachine, this, &MachineService::connectNow);
    router.on(method::cancelMachine, this, &MachineService::cancel);
    router.on(method::listHosts, this, &MachineService::listHosts);
    router.on(method::importMachines, this, &MachineService::import);
    router.on(method::diagnoseMachine, this, &MachineService::diagnose);
    router.on(method::cleanMachine, this, &MachineService::clean);
    router.on(method::forgetHostKey, this, &MachineService::forgetHostKey);
    router.on(method::terminalCommand, this, &MachineService::tellTerminalCommand);
    m_resources.setShown(ResourceKind::Machine, [this](const ResourceId &id) { return shown(id); });
}

MachineService::~MachineService()
{
    for (const Candidate &candidate : std::as_const(m_candidates))
        delete candidate.machine;
}

void MachineService::add(const AddMachine &request, const ReplyTo<QJsonObject> &reply)
{
    useAgent(request.agent);
    const QString &name = request.name;
    if (const auto valid = checkName(ResourceKind::Machine, name); !valid)
        return reply(valid.error());
    const ResourceId id = ResourceId::machine(m_resources.profileId(), name);
    if (m_resources.contains(id))
        return reply(alreadyExists(id));
    const auto settings = settingsOf(request);
    if (!settings)
        return reply(settings.error());
    const ResourceRow row = machineRow(id, *settings);
    const bool isLocal = settings->value(u"local"_s).toBool();
    if (!isLocal && request.test)
        return tryOut(row, request, reply);
    MachineController *machine = m_machines.make(row);
    machine->acceptHostKey(request.acceptHostKey);
    machine->connectNow(request.answers);
    m_machines.add(machine, reply);
}

// What x-batchdeck keeps of a new machine.
Result<QJsonObject> MachineService::settingsOf(const AddMachine &request) const
{
    QList<Fault> faults;
    QJsonObject ours;
    const bool isLocal = request.local;
    if (isLocal == request.ssh.has_value())
        faults.append({u"Required"_s,
                       Message(QT_TRANSLATE_NOOP("engine",
                                                 "Say either that it is this computer (--local), or how it "
                                                 "is reached (--ssh [user@]host[:port]).")),
                       u"ssh"_s});
    checkPath(u"home"_s, request.home, faults);
    const QString &address = request.address;
    if (!address.isEmpty() && !isMatch(u"[A-Za-z0-9][A-Za-z0-9.:_-]{0,254}"_s, address))
        faults.append({u"WrongType"_s,
                       Message(QT_TRANSLATE_NOOP("engine", "\"%1\" is not an address."), {address.left(200)}),
                       u"address"_s});
    const QString &key = request.acceptHostKey;
    if (!key.isEmpty() && !isMatch(u"SHA256:[A-Za-z0-9+/]{43}"_s, key))
        faults.append({u"WrongType"_s,
                       Message(QT_TRANSLATE_NOOP("engine",
                                                 "\"%1\" is not the fingerprint of a host key: it is SHA256: and 43 "
                                                 "characters, as ssh-keygen -l shows it."),
                               {key.left(200)}),
                       u"acceptHostKey"_s});
    if (isLocal) {
        ours[u"local"_s] = true;
    } else if (request.ssh) {
        SshSpec spec{request.ssh->destination, request.ssh->identity, request.ssh->config, {}};
        checkDestination(u"ssh.destination"_s, spec.destination, faults);
        checkPath(u"ssh.identity"_s, spec.identityFile, faults);
        checkPath(u"ssh.config"_s, spec.configFile, faults);
        for (const QString &jump : request.ssh->jumps) {
            if (const auto hops = jumpSpec(jump))
                spec.jumps += *hops;
            else
                faults.append({u"WrongType"_s, hops.error().message, u"ssh.jumps"_s});
        }
        ours[u"ssh"_s] = spec.toJson();
    }
    if (!request.home.isEmpty())
        ours[u"home"_s] = request.home;
    if (!request.address.isEmpty())
        ours[u"address"_s] = request.address;
    if (!faults.isEmpty())
        return refusedMachine(faults);
    return ours;
}

// A machine of the profile with its own way there, or a destination.
Result<QList<SshSpec>> MachineService::jumpSpec(const QString &name) const
{
    const QJsonObject document = m_resources.stored(ResourceId::machine(m_resources.profileId(), name));
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
void MachineService::tryOut(const ResourceRow &row, const AddMachine &request, const ReplyTo<QJsonObject> &reply)
{
    if (m_candidates.contains(row.id))
        tried(row.id,
              Error{ErrorCode::Canceled,
                    Message(QT_TRANSLATE_NOOP("engine", "Another attempt to add %1 took its place."), {row.id.name()}),
                    row.id.toString(),
                    {},
                    {}});
    MachineController *machine = m_machines.make(row);
    m_candidates.insert(row.id, {machine, reply});
    connect(machine, &MachineController::attemptEnded, this, [this, machine](const Result<void> &result) {
        if (m_candidates.value(machine->id()).machine == machine)
            tried(machine->id(), result);
    });
    reply.call().onCanceled(machine, [machine] { machine->cancel(); });
    m_resources.setTried(row.id, true);
    machine->acceptHostKey(request.acceptHostKey);
    machine->connectNow(request.answers);
}

void MachineService::tried(const ResourceId &id, const Result<void> &result)
{
    if (!result) {
        m_resources.feed().upsert(id);
        m_resources.feed().flush(); // who watches sees at which step it ended
    }
    const Candidate candidate = m_candidates.take(id);
    m_resources.setTried(id, false);
    if (result)
        return m_machines.add(candidate.machine, candidate.reply);
    m_resources.feed().remove(id);
    candidate.machine->disconnect(this);
    candidate.machine->disconnect(&m_machines);
    candidate.machine->deleteLater(); // we are in a signal of it
    candidate.reply(named(result.error(), id));
}

QJsonObject MachineService::shown(const ResourceId &id) const
{
    const Candidate candidate = m_candidates.value(id);
    const MachineController *machine = candidate.machine ? candidate.machine : m_machines.find(id);
    if (!machine)
        return m_resources.stored(id);
    const QJsonObject document = machine->document();
    QJsonObject ours = oursOf(document);
    if (candidate.machine)
        ours[u"provisional"_s] = true;
    if (const ResourceId first = m_machines.aliases().value(id); first.isValid())
        ours[u"aliasOf"_s] = first.toString();
    return withOurs(document, ours);
}

// The agent of whoever sits here now. Who was not let in may be with its keys: tried once an agent, for two clients
// that take turns must not lock an account.
void MachineService::useAgent(const OfAgent &agent)
{
    const QString &socket = agent.agentSocket;
    if (socket.isEmpty() || socket == m_machines.transport()->agentSocket() || !isOwnSocket(socket))
        return;
    m_triedAgents.insert(m_machines.transport()->agentSocket());
    m_machines.transport()->setAgentSocket(socket);
    if (m_triedAgents.contains(socket))
        return;
    for (MachineController *machine : m_machines.all()) {
        if (machine->link() == LinkState::NeedsAttention && machine->problem()
            && machine->problem()->code == ErrorCode::AuthenticationFailed)
            machine->connectNow();
    }
}

void MachineService::connectNow(const ConnectMachine &request, const ReplyTo<QJsonObject> &reply)
{
    useAgent(request.agent);
    const auto found = m_machines.required(request.id);
    if (!found)
        return reply(found.error());
    MachineController *machine = *found;
    connect(
        machine, &MachineController::attemptEnded, this,
        [this, id = machine->id(), reply](const Result<void> &result) {
            m_memberships.retryOn(id);
            reply(result ? Result<QJsonObject>(m_resources.document(id)) : named(result.error(), id));
        },
        Qt::SingleShotConnection);
    machine->connectNow(request.answers);
}

// What has ended by itself meanwhile counts as canceled.
void MachineService::cancel(const CancelMachine &request, const ReplyTo<Nothing> &reply)
{
    useAgent(request.agent);
    const auto id = request.name ? Result<ResourceId>(ResourceId::machine(m_resources.profileId(), *request.name))
                                 : m_resources.parse(request.id);
    if (!id)
        return reply(id.error());
    const Candidate candidate = m_candidates.value(*id);
    if (MachineController *machine = candidate.machine ? candidate.machine : m_machines.find(*id))
        machine->cancel();
    reply(Nothing());
}

} // namespace engine
