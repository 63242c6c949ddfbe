// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// How machines come to be, and how they are connected.

#include "engine/service/service.h"

#include "engine/api/documents.h"
#include "engine/base/whenfinished.h"
#include "engine/host/localhost.h"
#include "engine/host/sshhost.h"
#include "engine/ssh/sshtransport.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QtConcurrentRun>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

Error refused(const QList<Fault> &faults)
{
    const Message message = faults.size() == 1
        ? faults.first().message
        : Message(QT_TRANSLATE_NOOP("engine", "What was said of the machine has %1 faults."),
                  {QString::number(faults.size())});
    return {ErrorCode::InvalidDocument, message, faults.first().target, faults, {}};
}

Error exists(const ResourceId &id)
{
    return {ErrorCode::AlreadyExists,
            Message(QT_TRANSLATE_NOOP("engine", "There is a machine %1 already."), {id.name()}),
            id.toString(),
            {},
            {}};
}

// Adds a fault for a path that is given and not absolute.
void checkPath(const QString &target, const QString &path, QList<Fault> &faults)
{
    if (!path.isEmpty() && !path.startsWith(u'/'))
        faults.append({u"WrongType"_s,
                       Message(QT_TRANSLATE_NOOP("engine", "\"%1\" is not an absolute path."), {path.left(200)}),
                       target});
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

QJsonObject oursOf(const QJsonObject &document)
{
    return document[u"properties"_s][u"x-batchdeck"_s].toObject();
}

ResourceRow machineRow(const ResourceId &id, const QJsonObject &ours)
{
    const QJsonObject properties{{u"creationTime"_s, isoTime(QDateTime::currentMSecsSinceEpoch())},
                                 {u"x-batchdeck"_s, ours}};
    return {id,
            {{u"id"_s, id.toString()},
             {u"name"_s, id.name()},
             {u"type"_s, typeName(ResourceKind::Machine)},
             {u"properties"_s, properties}}};
}

// A name that a machine may have for a Host of the configuration.
QString machineName(const QString &host)
{
    static const QRegularExpression others(u"[^A-Za-z0-9_-]"_s);
    return QString(host).replace(others, u"-"_s).left(64);
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
        return refused(faults);
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
    Error error = result.error();
    if (error.target.isEmpty())
        error.target = id.toString();
    candidate.reply(error);
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
    for (JobController *job : std::as_const(m_jobs)) {
        if (!job->hasMachine() && !job->record().isDone() && job->record().placement.value(0) == id)
            job->adopt(machine); // it was waiting for a machine of this name
    }
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
    if (machine.isReady())
        m_logs.retryNow(machine.host().get());
    for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
        if (it.key().kind() == ResourceKind::Cluster && nodesOf(it.key()).contains(m_machines.value(machine.id())))
            m_feed.upsert(it.key());
    }
    scheduleSoon();
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
    QJsonObject document = machine->document();
    QJsonObject properties = document.value(u"properties"_s).toObject();
    QJsonObject ours = properties.value(u"x-batchdeck"_s).toObject();
    if (candidate.machine)
        ours[u"provisional"_s] = true;
    if (const ResourceId first = aliases().value(id); first.isValid())
        ours[u"aliasOf"_s] = first.toString();
    properties[u"x-batchdeck"_s] = ours;
    document[u"properties"_s] = properties;
    return document;
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
            if (result)
                return reply(QJsonValue(documentOf(id)));
            Error error = result.error();
            if (error.target.isEmpty())
                error.target = id.toString();
            reply(error);
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

QHash<QString, ResourceId> Service::machinesByDestination() const
{
    QHash<QString, ResourceId> known;
    for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
        if (it.key().kind() == ResourceKind::Machine)
            known.insert(oursOf(it.value())[u"ssh"_s][u"destination"_s].toString(), it.key());
    }
    return known;
}

void Service::listHosts(const QJsonObject &parameters, const Reply &reply)
{
    const QString config = parameters.value(u"config"_s).toString();
    whenFinished(QtConcurrent::run([config] { return listConfigHosts(config); }), this,
                 [this, reply](const Result<QList<ConfigHost>> &hosts) {
                     if (!hosts)
                         return reply(hosts.error());
                     const QHash<QString, ResourceId> known = machinesByDestination();
                     QJsonArray array;
                     for (const ConfigHost &host : *hosts) {
                         QJsonObject json{{u"name"_s, host.name}, {u"file"_s, host.file}, {u"line"_s, host.line}};
                         if (const ResourceId machine = known.value(host.name); machine.isValid())
                             json[u"machine"_s] = machine.toString();
                         array.append(json);
                     }
                     reply(QJsonValue(array));
                 });
}

void Service::importMachines(const QJsonObject &parameters, const Reply &reply)
{
    const QString config = parameters.value(u"config"_s).toString();
    const QStringList names = parameters.value(u"hosts"_s).toVariant().toStringList();
    QList<Fault> faults;
    checkPath(u"config"_s, config, faults);
    if (!faults.isEmpty())
        return reply(refused(faults));
    whenFinished(QtConcurrent::run([config] { return listConfigHosts(config); }), this,
                 [this, names, config, reply](const Result<QList<ConfigHost>> &hosts) {
                     if (!hosts)
                         return reply(hosts.error());
                     importHosts(names, *hosts, config, reply);
                 });
}

// All or none of them.
void Service::importHosts(const QStringList &names, const QList<ConfigHost> &hosts, const QString &config,
                          const Reply &reply)
{
    const QHash<QString, ResourceId> known = machinesByDestination();
    QList<Fault> faults;
    QList<ResourceRow> rows;
    QSet<ResourceId> taken;
    for (const QString &name : names) {
        const bool isThere =
            std::any_of(hosts.cbegin(), hosts.cend(), [&](const ConfigHost &h) { return h.name == name; });
        const ResourceId id = ResourceId::machine(m_profileId, machineName(name));
        if (!isThere) {
            faults.append({u"NotFound"_s,
                           Message(QT_TRANSLATE_NOOP("engine", "The configuration has no Host %1."), {name.left(200)}),
                           u"hosts"_s});
        } else if (known.contains(name)) {
            faults.append({u"AlreadyExists"_s,
                           Message(QT_TRANSLATE_NOOP("engine", "%1 is there already: the machine %2."),
                                   {name, known.value(name).name()}),
                           u"hosts"_s});
        } else if (m_resources.contains(id) || taken.contains(id)) {
            faults.append({u"AlreadyExists"_s,
                           Message(QT_TRANSLATE_NOOP("engine",
                                                     "%1 would be the machine %2, which is another one. Add "
                                                     "it under a name of your own."),
                                   {name, id.name()}),
                           u"hosts"_s});
        } else {
            taken.insert(id);
            rows.append(machineRow(id, {{u"ssh"_s, SshSpec{name, {}, config, {}}.toJson()}}));
        }
    }
    if (!faults.isEmpty()) {
        Error error = refused(faults);
        if (faults.first().code == u"AlreadyExists"_s)
            error.code = ErrorCode::AlreadyExists;
        return reply(error);
    }
    const auto documents = std::make_shared<QJsonArray>();
    const auto open = std::make_shared<qsizetype>(rows.size());
    for (const ResourceRow &row : std::as_const(rows)) {
        const Reply one;
        whenFinished(one.future(), this, [documents, open, reply](const Result<QJsonValue> &answer) {
            if (*open <= 0)
                return; // an error was told
            if (!answer) {
                *open = 0;
                return reply(answer.error());
            }
            documents->append(*answer);
            if (--*open == 0)
                reply(QJsonValue(*documents));
        });
        MachineController *machine = makeMachine(row);
        machine->connectNow();
        keepMachine(machine, one);
    }
    if (rows.isEmpty())
        reply(QJsonValue(QJsonArray()));
}

} // namespace engine
