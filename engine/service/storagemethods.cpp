// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Browsing: files on this computer and on machines.

#include "engine/service/service.h"

#include "engine/base/whenfinished.h"
#include "engine/service/shared.h"

#include <QDir>
#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr int mostPageEntries = 5000; // of a page
constexpr qint64 mostBytes = 4 * 1024 * 1024; // of one read

QString pathIn(const QJsonObject &parameters)
{
    return parameters.value(u"path"_s).toString();
}

int limitIn(const QJsonObject &parameters)
{
    return std::clamp(parameters.value(u"limit"_s).toInt(1000), 1, mostPageEntries);
}

std::function<void(const Result<void> &)> acknowledgement(const Reply &reply)
{
    return [reply](const Result<void> &result) { result ? reply(QJsonValue(QJsonObject())) : reply(result.error()); };
}

} // namespace

void Service::listStoragePlaces(const QJsonObject &, const Reply &reply)
{
    using Kind = StoragePlace::Kind;
    QList<StoragePlace> places{{Kind::ThisComputer, {}, {{}, QDir::homePath()}, true}};
    for (const MachineController *machine : std::as_const(m_machines)) {
        if (machine->isLocal())
            continue;
        const QString home = machine->userHome();
        const QString name = machine->id().name();
        places.append({Kind::Machine, name, {name, home.isEmpty() ? u"/"_s : home}, machine->isReady()});
    }
    for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
        if (it.key().kind() != ResourceKind::FileServer)
            continue;
        const auto server = FileServerSnapshot::fromDocument(documentOf(it.key()));
        const MachineController *machine = m_machines.value(server.machine);
        if (machine)
            places.append({Kind::FileServer,
                           it.key().name(),
                           {machine->isLocal() ? QString() : machine->id().name(), server.path},
                           machine->isReady()});
    }
    std::sort(places.begin(), places.end(), [](const StoragePlace &a, const StoragePlace &b) {
        return a.kind != b.kind ? a.kind < b.kind : a.name.localeAwareCompare(b.name) < 0;
    });
    QJsonArray answer;
    for (const StoragePlace &place : std::as_const(places))
        answer.append(place.toJson());
    reply(QJsonValue(answer));
}

RemoteFiles *Service::filesOf(const QJsonObject &parameters, const Reply &reply)
{
    const QString name = parameters.value(u"place"_s).toString();
    if (name.isEmpty())
        return &m_files;
    if (MachineController *machine = m_machines.value(machineNamed(name)))
        return machine->isLocal() ? &m_files : &machine->host()->files();
    reply(
        Error{ErrorCode::NotFound,
              {QT_TRANSLATE_NOOP("engine", "There is no machine %1. Files of this computer have no name before them."),
               {name}},
              name,
              {},
              {}});
    return nullptr;
}

void Service::listFolder(const QJsonObject &parameters, const Reply &reply)
{
    const auto take = [reply](const Result<FolderPage> &page) {
        if (!page)
            return reply(page.error());
        QJsonArray entries;
        for (const StorageEntry &entry : page->entries)
            entries.append(entry.toJson());
        QJsonObject answer{{u"entries"_s, entries}};
        if (!page->cursor.isEmpty())
            answer[u"cursor"_s] = page->cursor;
        reply(QJsonValue(answer));
    };
    if (const QString cursor = parameters.value(u"cursor"_s).toString(); !cursor.isEmpty())
        return m_listings.goOn(cursor, limitIn(parameters), take);
    if (RemoteFiles *files = filesOf(parameters, reply))
        m_listings.begin(*files, pathIn(parameters), limitIn(parameters), take);
}

void Service::endListing(const QJsonObject &parameters, const Reply &reply)
{
    m_listings.end(parameters.value(u"cursor"_s).toString());
    reply(QJsonValue(QJsonObject()));
}

void Service::statFile(const QJsonObject &parameters, const Reply &reply)
{
    if (RemoteFiles *files = filesOf(parameters, reply))
        whenFinished(files->stat(pathIn(parameters)), this, [reply](const Result<StorageEntry> &entry) {
            entry ? reply(QJsonValue(entry->toJson())) : reply(entry.error());
        });
}

void Service::readFile(const QJsonObject &parameters, const Reply &reply)
{
    const qint64 length = std::clamp<qint64>(parameters.value(u"length"_s).toInteger(), 0, mostBytes);
    if (RemoteFiles *files = filesOf(parameters, reply))
        whenFinished(files->read(pathIn(parameters), parameters.value(u"offset"_s).toInteger(), length), this,
                     [reply](const Result<QByteArray> &bytes) {
                         if (!bytes)
                             return reply(bytes.error());
                         reply(QJsonValue(QJsonObject{{u"data"_s, QString::fromLatin1(bytes->toBase64())}}));
                     });
}

void Service::makeFolder(const QJsonObject &parameters, const Reply &reply)
{
    if (RemoteFiles *files = filesOf(parameters, reply))
        whenFinished(files->makeFolder(pathIn(parameters)), this, acknowledgement(reply));
}

void Service::renameFile(const QJsonObject &parameters, const Reply &reply)
{
    if (RemoteFiles *files = filesOf(parameters, reply))
        whenFinished(files->rename(pathIn(parameters), parameters.value(u"to"_s).toString()), this,
                     acknowledgement(reply));
}

void Service::setFileMode(const QJsonObject &parameters, const Reply &reply)
{
    if (RemoteFiles *files = filesOf(parameters, reply))
        whenFinished(files->setMode(pathIn(parameters), parameters.value(u"mode"_s).toInt()), this,
                     acknowledgement(reply));
}

void Service::fetchSpace(const QJsonObject &parameters, const Reply &reply)
{
    if (RemoteFiles *files = filesOf(parameters, reply))
        whenFinished(files->space(pathIn(parameters)), this, [reply](const Result<SpaceInfo> &space) {
            if (!space)
                return reply(space.error());
            QJsonObject answer{{u"totalBytes"_s, space->totalBytes}, {u"freeBytes"_s, space->freeBytes}};
            if (space->freeEntries)
                answer[u"freeEntries"_s] = *space->freeEntries;
            reply(QJsonValue(answer));
        });
}

} // namespace engine
