// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// File servers: a folder of a machine under the name by which documents mount it.

#include "engine/service/service.h"

#include "engine/api/ours.h"
#include "engine/service/shared.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

bool mounts(const QJsonValue &mountVolumes, const ResourceId &server, const QString &profile)
{
    const QList<Volume> volumes = volumesOf(mountVolumes.toObject(), {});
    return std::any_of(volumes.cbegin(), volumes.cend(), [&](const Volume &volume) {
        const auto id = ResourceId::parseShort(profile, volume.source);
        return volume.kind == VolumeKind::FileServer && id && *id == server;
    });
}

} // namespace

void Service::createFileServer(const QJsonObject &parameters, const Reply &reply)
{
    const auto id = idOf(parameters);
    if (!id)
        return reply(id.error());
    if (m_resources.contains(*id))
        return reply(alreadyExists(*id));
    const auto document = newFileServer(*id, parameters);
    if (!document)
        return reply(document.error());
    if (const auto parents = ensureParents(*id); !parents)
        return reply(parents.error());
    putResource(*id, *document, reply);
}

Result<QJsonObject> Service::newFileServer(const ResourceId &id, const QJsonObject &parameters) const
{
    if (const auto name = checkName(ResourceKind::FileServer, id.name()); !name)
        return name.error();
    const DocumentCheck given = givenDocument(ResourceKind::FileServer, parameters);
    QJsonObject ours = oursOf(given.document);
    const QString machine = parameters.value(u"machine"_s).toString(ours.value(u"machine"_s).toString());
    const QString path = parameters.value(u"path"_s).toString(ours.value(u"path"_s).toString());
    const bool isPlaced = !machine.isEmpty() || !path.isEmpty();
    QList<Fault> faults = given.faults;
    // What the service wants of a virtual machine need not be said of one that is there.
    if (isPlaced)
        faults.removeIf([](const Fault &fault) { return fault.code == u"Required"; });
    if (isPlaced || given.document.isEmpty())
        faults += faultsOfPlace(machine, path);
    if (!faults.isEmpty())
        return refusedDocument(id.toString(), faults);
    QJsonObject document = withDefaults(ResourceKind::FileServer, given.document);
    if (isPlaced) {
        ours[u"machine"_s] = machineNamed(machine).toString();
        ours[u"path"_s] = path;
        document = withOurs(document, ours);
    }
    return document;
}

QList<Fault> Service::faultsOfPlace(const QString &machine, const QString &path) const
{
    QList<Fault> faults;
    if (machine.isEmpty())
        faults.append(
            {u"Required"_s,
             Message(QT_TRANSLATE_NOOP("engine",
                                       "Say which machine holds the folder: --machine NAME. \"batchctl machine list\" "
                                       "shows them.")),
             u"machine"_s});
    else if (!m_machines.contains(machineNamed(machine)))
        faults.append(
            {u"NotFound"_s,
             Message(QT_TRANSLATE_NOOP("engine", "There is no machine \"%1\". Add it first: batchctl machine add %1"),
                     {machine.left(200)}),
             u"machine"_s});
    if (path.isEmpty())
        faults.append({u"Required"_s,
                       Message(QT_TRANSLATE_NOOP("engine", "Say which folder of the machine it is: --path /FOLDER.")),
                       u"path"_s});
    else if (!path.startsWith(u'/') || path.contains(u'\n'))
        faults.append({u"WrongType"_s,
                       Message(QT_TRANSLATE_NOOP("engine", "\"%1\" is not an absolute path."), {path.left(200)}),
                       u"path"_s});
    return faults;
}

ResourceId Service::machineNamed(const QString &nameOrId) const
{
    const auto id = ResourceId::parseShort(m_profileId, nameOrId);
    const bool isMachine = id && id->kind() == ResourceKind::Machine;
    return ResourceId::machine(m_profileId, isMachine ? id->name() : nameOrId);
}

// As the service answers it: where the folder is, for those who mount it.
QJsonObject Service::fileServerDocument(const ResourceId &id) const
{
    QJsonObject document = m_resources.value(id);
    const FileServerSnapshot server = FileServerSnapshot::fromDocument(document);
    if (!server.machine.isValid())
        return document;
    QJsonObject properties = document.value(u"properties"_s).toObject();
    properties[u"mountSettings"_s] = QJsonObject{{u"mountPoint"_s, server.path},
                                                 {u"fileServerPublicIP"_s, QJsonValue()},
                                                 {u"fileServerInternalIP"_s, addressOf(server.machine)}};
    document[u"properties"_s] = properties;
    return document;
}

// Documents of the service carry the subscription that they came from: group, workspace and name count.
ResourceId Service::fileServerOf(const Volume &volume) const
{
    const auto named = ResourceId::parseShort(m_profileId, volume.source);
    if (!named || named->kind() != ResourceKind::FileServer)
        return {};
    return ResourceId::group(m_profileId, named->groupName())
        .child(ResourceKind::Workspace, named->workspaceName())
        .child(ResourceKind::FileServer, named->name());
}

QList<Message> Service::usersOfFileServer(const ResourceId &id) const
{
    QList<Message> users;
    for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
        if (it.key().kind() == ResourceKind::Cluster
            && mounts(it.value()[u"properties"_s][u"nodeSetup"_s][u"mountVolumes"_s], id, m_profileId))
            users.append({QT_TRANSLATE_NOOP("engine", "The cluster %1 still mounts the file server %2."),
                          {it.key().shortText(), id.name()}});
    }
    for (const JobController *job : m_jobs) {
        if (!isFinal(job->record().state)
            && mounts(job->record().properties().value(u"mountVolumes"_s), id, m_profileId))
            users.append({QT_TRANSLATE_NOOP("engine", "The job %1 still mounts the file server %2."),
                          {job->record().id.shortText(), id.name()}});
    }
    for (const VolumeMapping &mapping : m_volumes) {
        const QString place = mapping.target.section(u':', 0, 0);
        if (place.compare(id.name(), Qt::CaseInsensitive) == 0 && !m_machines.contains(machineNamed(place)))
            users.append({QT_TRANSLATE_NOOP("engine", "The volume %1 is still mapped to the file server %2."),
                          {mapping.source, id.name()}});
    }
    return users;
}

} // namespace engine
