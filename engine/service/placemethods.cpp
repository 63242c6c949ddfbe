// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// What people call a place, and where its relative paths begin.

#include "engine/service/service.h"

#include "engine/api/ours.h"
#include "engine/api/placespec.h"
#include "engine/service/shared.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// The machine a05 with the destination anna@a05.lab:22 is that, anna@a05.lab and anna@a05.
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

Result<Service::Ground> Service::groundOf(const QString &place) const
{
    if (MachineController *machine = m_machines.value(machineNamed(place)))
        return Ground{machine, {}};
    QList<Ground> found;
    for (MachineController *machine : std::as_const(m_machines)) {
        const QString destination = oursOf(m_resources.value(machine->id()))[u"ssh"_s][u"destination"_s].toString();
        if (isCalled(machine->id().name(), destination, place))
            found.append(Ground{machine, {}});
    }
    for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
        if (it.key().kind() != ResourceKind::FileServer || it.key().name().compare(place, Qt::CaseInsensitive) != 0)
            continue;
        const auto server = FileServerSnapshot::fromDocument(it.value());
        if (MachineController *machine = m_machines.value(server.machine))
            found.append(Ground{machine, server.path});
    }
    if (found.size() == 1)
        return found.constFirst();
    return found.isEmpty()
        ? Error{ErrorCode::NotFound,
                {QT_TRANSLATE_NOOP("engine", "There is no machine and no file server “%1”."), {place.left(200)}},
                place,
                {},
                {}}
        : Error{ErrorCode::InvalidArgument,
                {QT_TRANSLATE_NOOP("engine", "“%1” is the name of several places: write the name of a machine."),
                 {place.left(200)}},
                place,
                {},
                {}};
}

void Service::locate(const QJsonObject &parameters, const Reply &reply)
{
    const PlaceSpec spec{parameters.value(u"place"_s).toString(), parameters.value(u"path"_s).toString()};
    const auto ground = groundOf(spec.place);
    if (!ground)
        return reply(ground.error());
    const ResourceId id = ground->machine->id();
    const auto answer = [spec, id, reply](const QString &home) {
        if (!home.startsWith(u'/'))
            return reply(Error{
                ErrorCode::IoError,
                {QT_TRANSLATE_NOOP("engine", "%1 does not say where the home is: write a path from /."), {id.name()}},
                id.toString(),
                {},
                {}});
        const auto path = spec.pathFrom(home);
        path ? reply(QJsonValue(QJsonObject{{u"place"_s, id.name()}, {u"path"_s, *path}})) : reply(path.error());
    };
    if (spec.isAbsolute())
        return answer(u"/"_s);
    if (!ground->folder.isEmpty())
        return answer(ground->folder);
    if (const QString home = ground->machine->userHome(); !home.isEmpty())
        return answer(home);
    // Only the machine knows.
    connect(
        ground->machine, &MachineController::attemptEnded, this,
        [this, id, answer, reply](const Result<void> &result) {
            const MachineController *machine = m_machines.value(id);
            const QString home = machine ? machine->userHome() : QString();
            result || !home.isEmpty() ? answer(home) : reply(result.error());
        },
        Qt::SingleShotConnection);
    ground->machine->connectNow();
}

} // namespace engine
