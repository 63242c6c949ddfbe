// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/places.h"

#include "engine/api/extension.h"
#include "engine/api/resource/snapshots.h"
#include "engine/ssh/config/sshconfig.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// A machine a05 with the destination anna@a05.lab:22 is also called anna@a05.lab and anna@a05.
bool isCalled(const QString &name, const QString &destination, const QString &place)
{
    const auto parts = SshDestination::parse(destination);
    if (!parts)
        return false;
    const QString user = parts->user.isEmpty() ? QString() : QString(parts->user + u'@');
    return place == destination || place == QString(user + parts->host)
        || place.compare(QString(user + name), Qt::CaseInsensitive) == 0;
}

} // namespace

Result<Places::Base> Places::baseOf(const QString &place) const
{
    if (MachineController *machine = m_machines.named(place))
        return Base{machine, {}};
    QList<Base> found;
    for (MachineController *machine : m_machines.all()) {
        const QString destination =
            extensionOf(m_resources.stored(machine->id()))[u"ssh"_s][u"destination"_s].toString();
        if (isCalled(machine->id().name(), destination, place))
            found.append(Base{machine, {}});
    }
    for (auto it = m_resources.all().cbegin(); it != m_resources.all().cend(); ++it) {
        if (it.key().kind() != ResourceKind::FileServer || it.key().name().compare(place, Qt::CaseInsensitive) != 0)
            continue;
        const auto server = FileServerSnapshot::fromDocument(it.value());
        if (MachineController *machine = m_machines.find(server.machine))
            found.append(Base{machine, server.path});
    }
    if (found.size() == 1)
        return found.constFirst();
    return found.isEmpty()
        ? Error{ErrorCode::NotFound,
                {QT_TRANSLATE_NOOP("engine", "There is no machine and no file server “%1”."), {place.left(200)}},
                place}
        : Error{ErrorCode::InvalidArgument,
                {QT_TRANSLATE_NOOP("engine", "“%1” is the name of several places: write the name of a machine."),
                 {place.left(200)}},
                place};
}

Result<RemoteFiles *> Places::files(const QString &place)
{
    if (place.isEmpty())
        return &m_localFiles;
    if (const QString account = accountOf(place); !account.isEmpty())
        return m_accounts.files(account);
    if (MachineController *machine = m_machines.named(place))
        return machine->isLocal() ? &m_localFiles : &machine->host()->files();
    return Error{
        ErrorCode::NotFound,
        {QT_TRANSLATE_NOOP("engine", "There is no machine %1. Files of this computer have no name before them."),
         {place}},
        place};
}

Result<std::shared_ptr<RemoteHost>> Places::host(const QString &place) const
{
    if (place.isEmpty())
        return std::shared_ptr<RemoteHost>();
    if (const QString account = accountOf(place); !account.isEmpty()) {
        const auto id = m_accounts.find(account);
        return id
            ? Error{ErrorCode::InvalidArgument,
                    {QT_TRANSLATE_NOOP("engine", "%1 is a storage account, on which nothing can be run."), {place}},
                    place}
            : id.error();
    }
    if (const MachineController *machine = m_machines.named(place))
        return machine->host();
    return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("engine", "There is no machine %1."), {place}}, place};
}

} // namespace engine
