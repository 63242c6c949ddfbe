// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/machine/machineservice.h"

#include "engine/api/extension.h"
#include "engine/registry/refusals.h"
#include "engine/service/machine/newmachine.h"
#include "engine/ssh/connect/sshtransport.h"

#include <QRegularExpression>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// Adds the machine to errors of an attempt that name none.
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
    : m_router(router), m_resources(resources), m_machines(machines), m_memberships(memberships), m_jobs(jobs)
{
    router.on(method::addMachine, this, &MachineService::add);
    router.on(method::connectMachine, this, &MachineService::connectNow);
    router.on(method::listHosts, this, &MachineService::listHosts);
    router.on(method::importMachines, this, &MachineService::import);
    router.on(method::diagnoseMachine, this, &MachineService::diagnose);
    router.on(method::cleanMachine, this, &MachineService::clean);
    router.on(method::forgetHostKey, this, &MachineService::forgetHostKey);
    router.on(method::terminalCommand, this, &MachineService::tellTerminalCommand);
    m_resources.setShown(ResourceKind::Machine, [this](const ResourceId &id) { return shown(id); });
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
    MachineController *machine = m_machines.make(machineRow(id, *settings));
    machine->acceptHostKey(request.acceptHostKey);
    const auto store = [this, machine, reply] {
        m_machines.add(machine, reply, [reply] { return reply.call().isCanceled(); });
    };
    if (request.local || !request.test) {
        machine->connectNow(request.answers);
        return store();
    }
    QObject *waiter = m_router.waiter(reply.call(), this);
    machine->setParent(waiter); // not registered: it dies with the call, unless it is stored
    connect(
        machine, &MachineController::attemptEnded, waiter,
        [id, store, reply](const Result<void> &result) { result ? store() : reply(named(result.error(), id)); },
        Qt::SingleShotConnection);
    begin(machine, request.answers, waiter, reply);
}

// The x-batchdeck part of a new machine.
Result<QJsonObject> MachineService::settingsOf(const AddMachine &request) const
{
    QList<Fault> faults;
    QJsonObject extension;
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
        extension[u"local"_s] = true;
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
        extension[u"ssh"_s] = spec.toJson();
    }
    if (!request.home.isEmpty())
        extension[u"home"_s] = request.home;
    if (!request.address.isEmpty())
        extension[u"address"_s] = request.address;
    if (!faults.isEmpty())
        return refusedMachine(faults);
    return extension;
}

// The route to a jump host: that of a machine of the profile, or a destination.
Result<QList<SshSpec>> MachineService::jumpSpec(const QString &name) const
{
    const QJsonObject document = m_resources.stored(ResourceId::machine(m_resources.profileId(), name));
    if (document.isEmpty()) {
        if (const auto destination = SshDestination::parse(name); !destination)
            return destination.error();
        return QList<SshSpec>{{name, {}, {}, {}}};
    }
    const QJsonObject ssh = extensionOf(document).value(u"ssh"_s).toObject();
    if (ssh.isEmpty())
        return Error::of(ErrorCode::InvalidArgument,
                         {QT_TRANSLATE_NOOP("engine", "%1 is this computer: it cannot be a jump host."), {name}}, name);
    SshSpec spec = SshSpec::fromJson(ssh);
    QList<SshSpec> hops = std::exchange(spec.jumps, {});
    hops.append(spec);
    return hops;
}

// Starts or joins an attempt and reports its steps while \a waiter lives.
void MachineService::begin(MachineController *machine, const QList<Answer> &answers, QObject *waiter,
                           const ReplyTo<QJsonObject> &reply)
{
    const auto tell = [machine, reply] { reply.call().progress(JsonOf<AttemptStep>::write({machine->step()})); };
    machine->connectNow(answers);
    connect(machine, &MachineController::linkChanged, waiter, tell);
    if (machine->link() == LinkState::Connecting)
        tell();
}

QJsonObject MachineService::shown(const ResourceId &id) const
{
    const MachineController *machine = m_machines.find(id);
    if (!machine)
        return m_resources.stored(id);
    const QJsonObject document = machine->document();
    QJsonObject extension = extensionOf(document);
    if (const ResourceId first = m_machines.aliases().value(id); first.isValid())
        extension[u"aliasOf"_s] = first.toString();
    return withExtension(document, extension);
}

// Switches to the client's agent. Machines whose authentication failed are connected again, as that agent may have the
// missing key. Each agent is tried once: two clients that alternate must not lock an account.
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
    QObject *waiter = m_router.waiter(reply.call(), machine);
    const auto ended = connect(
        machine, &MachineController::attemptEnded, waiter,
        [this, id = machine->id(), reply](const Result<void> &result) {
            m_memberships.retryOn(id);
            reply(result ? Result<QJsonObject>(m_resources.document(id)) : named(result.error(), id));
        },
        Qt::SingleShotConnection);
    // All callers share the attempt: it ends when the last of them cancels.
    reply.call().onCanceled(machine, [machine, ended] {
        QObject::disconnect(ended);
        if (!machine->isAwaited())
            machine->cancel();
    });
    begin(machine, request.answers, waiter, reply);
}

} // namespace engine
