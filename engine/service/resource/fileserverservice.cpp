// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/resource/fileserverservice.h"

#include "engine/api/document/documents.h"
#include "engine/api/extension.h"
#include "engine/api/resource/snapshots.h"
#include "engine/registry/refusals.h"

using namespace Qt::StringLiterals;

namespace engine {

FileServerService::FileServerService(Resources &resources, const Machines &machines)
    : m_resources(resources), m_machines(machines)
{
    resources.setMade(ResourceKind::FileServer,
                      [this](const ResourceId &id, const NewResource &request) { return made(id, request); });
    resources.setShown(ResourceKind::FileServer, [this](const ResourceId &id) { return shown(id); });
}

Result<QJsonObject> FileServerService::made(const ResourceId &id, const NewResource &request) const
{
    if (const auto name = checkName(ResourceKind::FileServer, id.name()); !name)
        return name.error();
    const DocumentCheck given = givenDocument(ResourceKind::FileServer, request);
    QJsonObject extension = extensionOf(given.document);
    const QString machine = request.machine.value_or(extension.value(u"machine"_s).toString());
    const QString path = request.path.value_or(extension.value(u"path"_s).toString());
    const bool isPlaced = !machine.isEmpty() || !path.isEmpty();
    QList<Fault> faults = given.faults;
    // A folder on an existing machine needs no virtual machine settings.
    if (isPlaced)
        faults.removeIf([](const Fault &fault) { return fault.code == u"Required"; });
    if (isPlaced || given.document.isEmpty())
        faults += faultsOfPlace(machine, path);
    if (!faults.isEmpty())
        return refusedDocument(id.toString(), faults);
    QJsonObject document = withDefaults(ResourceKind::FileServer, given.document);
    if (isPlaced) {
        extension[u"machine"_s] = m_machines.idOf(machine).toString();
        extension[u"path"_s] = path;
        document = withExtension(document, extension);
    }
    return document;
}

QList<Fault> FileServerService::faultsOfPlace(const QString &machine, const QString &path) const
{
    QList<Fault> faults;
    if (machine.isEmpty())
        faults.append(
            {u"Required"_s,
             Message(QT_TRANSLATE_NOOP("engine",
                                       "Say which machine holds the folder: --machine NAME. \"batchctl machine list\" "
                                       "shows them.")),
             u"machine"_s});
    else if (!m_machines.named(machine))
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

// As the service answers it: the place of the folder is its mount settings.
QJsonObject FileServerService::shown(const ResourceId &id) const
{
    const QJsonObject document = m_resources.stored(id);
    const FileServerSnapshot server = FileServerSnapshot::fromDocument(document);
    if (!server.machine.isValid())
        return document;
    return withProperties(document,
                          {{u"mountSettings"_s,
                            QJsonObject{{u"mountPoint"_s, server.path},
                                        {u"fileServerPublicIP"_s, QJsonValue()},
                                        {u"fileServerInternalIP"_s, m_machines.addressOf(server.machine)}}}});
}

} // namespace engine
