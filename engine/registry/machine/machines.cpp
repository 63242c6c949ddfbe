// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/machine/machines.h"

#include "engine/api/extension.h"
#include "engine/base/whenfinished.h"
#include "engine/host/localhost.h"
#include "engine/host/sshhost.h"
#include "engine/registry/refusals.h"
#include "engine/ssh/config/sshconfig.h"
#include "engine/ssh/connect/sshtransport.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

Machines::Machines(const QString &profileDirectory, Store &store, Resources &resources, SecretStore &secrets,
                   Notices &notices, QObject *parent)
    : QObject(parent), m_store(store), m_resources(resources), m_secrets(secrets), m_notices(notices),
      m_transport(std::make_shared<SshTransport>(profileDirectory + u"/known_hosts"_s))
{
}

Machines::~Machines()
{
    qDeleteAll(m_machines);
}

void Machines::begin()
{
    for (const ResourceRow &row : m_store.initialContents().resources) {
        if (row.id.kind() != ResourceKind::Machine)
            continue;
        MachineController *machine = make(row);
        m_machines.insert(row.id, machine);
        if (!machine->isResting())
            machine->connectNow();
    }
}

void Machines::checkNow()
{
    for (MachineController *machine : std::as_const(m_machines))
        machine->checkNow();
}

ResourceId Machines::idOf(const QString &nameOrId) const
{
    const auto id = ResourceId::parseShort(m_resources.profileId(), nameOrId);
    const bool isMachine = id && id->kind() == ResourceKind::Machine;
    return ResourceId::machine(m_resources.profileId(), isMachine ? id->name() : nameOrId);
}

Result<MachineController *> Machines::required(const QString &id) const
{
    const auto parsed = m_resources.parse(id);
    if (!parsed)
        return parsed.error();
    if (MachineController *machine = find(*parsed))
        return machine;
    return Error::of(ErrorCode::NotFound,
                     {QT_TRANSLATE_NOOP("engine", "There is no machine %1."), {parsed->shortText()}},
                     parsed->toString());
}

QHash<ResourceId, ResourceId> Machines::aliases() const
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

// All machine objects that are the same computer.
QList<MachineController *> Machines::namesOf(MachineController &machine) const
{
    QList<MachineController *> names{&machine};
    for (MachineController *other : std::as_const(m_machines)) {
        if (other != &machine && !machine.identity().isEmpty() && other->identity() == machine.identity())
            names.append(other);
    }
    return names;
}

QString Machines::addressOf(const ResourceId &id) const
{
    const QJsonObject extension = extensionOf(m_resources.stored(id));
    if (const QString address = extension.value(u"address"_s).toString(); !address.isEmpty())
        return address;
    const auto destination = SshDestination::parse(extension.value(u"ssh"_s)[u"destination"_s].toString());
    return destination && !destination->host.isEmpty() ? destination->host : id.name();
}

MachineController *Machines::make(const ResourceRow &row)
{
    const QJsonObject ssh = extensionOf(row.document).value(u"ssh"_s).toObject();
    auto host = ssh.isEmpty() ? sharedHost<LocalHost>() : sharedHost<SshHost>(m_transport, SshSpec::fromJson(ssh));
    auto *machine = new MachineController(row, std::move(host), &m_secrets, this);
    connect(machine, &MachineController::linkChanged, this, [this, machine] {
        // Not registered yet: only its creator knows it.
        if (m_machines.value(machine->id()) != machine)
            return;
        m_resources.feed().upsert(machine->id());
        emit changed(*machine);
    });
    connect(machine, &MachineController::rowChanged, this, [this, machine] {
        if (m_machines.value(machine->id()) == machine && m_resources.contains(machine->id()))
            store(*machine);
    });
    return machine;
}

void Machines::add(MachineController *machine, const Resources::Receiver &take, const std::function<bool()> &isCanceled)
{
    const ResourceRow row = machine->row();
    machine->setParent(this);
    if (m_resources.isReserved(row.id)) // another call is storing it, which may fail
        return m_resources.whenReleased(row.id, [this, machine, take, isCanceled] { add(machine, take, isCanceled); });
    if (m_resources.contains(row.id)) { // another call has added it in the meantime
        machine->deleteLater();
        return take(alreadyExists(row.id));
    }
    m_resources.reserve(row.id);
    whenFinished(m_store.putResource(row), this, [this, machine, row, take, isCanceled](const Result<void> &stored) {
        m_resources.release(row.id);
        const bool isTakenBack = stored && isCanceled && isCanceled();
        if (isTakenBack)
            m_notices.watch(m_store.removeResource(row.id));
        if (!stored || isTakenBack) {
            machine->deleteLater();
            return take(stored ? Error::canceled() : stored.error());
        }
        m_resources.insert(row.id, row.document);
        m_machines.insert(row.id, machine);
        // Its document changed in the meantime.
        if (machine->row().document != row.document)
            store(*machine);
        emit added(machine);
        m_resources.feed().upsert(row.id);
        emit changed(*machine);
        take(m_resources.document(row.id));
    });
}

void Machines::remove(const ResourceId &id)
{
    if (MachineController *machine = m_machines.take(id))
        machine->deleteLater();
}

void Machines::endCleaning(const QSet<ResourceId> &ids)
{
    m_beingCleaned.subtract(ids);
    emit cleaned();
}

void Machines::store(const MachineController &machine)
{
    m_resources.insert(machine.id(), machine.row().document);
    m_notices.watch(m_store.putResource(machine.row()));
}

} // namespace engine
