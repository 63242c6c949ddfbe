// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// EngineClient's functions about files on machines.

#include "engine/api/clientanswers.h"
#include "engine/api/engineclient.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

FolderPage toPage(const QJsonValue &value)
{
    FolderPage page;
    const QJsonArray entries = value[u"entries"_s].toArray();
    page.entries.reserve(entries.size());
    for (const QJsonValue &entry : entries)
        page.entries.append(StorageEntry::fromJson(entry.toArray()));
    page.cursor = value[u"cursor"_s].toString();
    return page;
}

SpaceInfo toSpace(const QJsonValue &value)
{
    SpaceInfo space{value[u"totalBytes"_s].toInteger(), value[u"freeBytes"_s].toInteger(), {}};
    if (value[u"freeEntries"_s].isDouble())
        space.freeEntries = value[u"freeEntries"_s].toInteger();
    return space;
}

TransferLimits toLimits(const QJsonValue &value)
{
    const auto limits = TransferLimits::fromJson(value.toObject(), {});
    return limits ? *limits : TransferLimits();
}

} // namespace

QFuture<Result<QList<StoragePlace>>> EngineClient::listPlaces()
{
    return converted<QList<StoragePlace>>(m_link.call(u"storage.places"_s, {}), [](const QJsonValue &value) {
        return listOf<StoragePlace>(value, StoragePlace::fromJson);
    });
}

QFuture<Result<FolderPage>> EngineClient::listFolder(const Location &folder, int most)
{
    QJsonObject parameters = folder.toJson();
    parameters[u"limit"_s] = most;
    return converted<FolderPage>(m_link.call(u"storage.list"_s, parameters), toPage);
}

QFuture<Result<FolderPage>> EngineClient::listFurther(const QString &cursor, int most)
{
    return converted<FolderPage>(m_link.call(u"storage.list"_s, {{u"cursor"_s, cursor}, {u"limit"_s, most}}), toPage);
}

void EngineClient::endListing(const QString &cursor)
{
    m_link.call(u"storage.endList"_s, {{u"cursor"_s, cursor}});
}

QFuture<Result<StorageEntry>> EngineClient::fetchEntry(const Location &location)
{
    return converted<StorageEntry>(m_link.call(u"storage.stat"_s, location.toJson()),
                                   [](const QJsonValue &value) { return StorageEntry::fromJson(value.toArray()); });
}

QFuture<Result<QByteArray>> EngineClient::readFile(const Location &file, qint64 offset, qint64 length)
{
    QJsonObject parameters = file.toJson();
    parameters[u"offset"_s] = offset;
    parameters[u"length"_s] = length;
    return converted<QByteArray>(m_link.call(u"storage.read"_s, parameters), [](const QJsonValue &value) {
        return QByteArray::fromBase64(value[u"data"_s].toString().toLatin1());
    });
}

QFuture<Result<void>> EngineClient::makeFolder(const Location &folder)
{
    return acknowledged(m_link.call(u"storage.makeFolder"_s, folder.toJson()));
}

QFuture<Result<void>> EngineClient::renameFile(const Location &file, const QString &to)
{
    QJsonObject parameters = file.toJson();
    parameters[u"to"_s] = to;
    return acknowledged(m_link.call(u"storage.rename"_s, parameters));
}

QFuture<Result<void>> EngineClient::setFileMode(const Location &file, int mode)
{
    QJsonObject parameters = file.toJson();
    parameters[u"mode"_s] = mode;
    return acknowledged(m_link.call(u"storage.setMode"_s, parameters));
}

QFuture<Result<QString>> EngineClient::startFileTask(const FileTaskRequest &request)
{
    return converted<QString>(m_link.call(u"storage.startTask"_s, {{u"task"_s, request.toJson()}}),
                              [](const QJsonValue &value) { return value[u"id"_s].toString(); });
}

QFuture<Result<FileTaskSnapshot>> EngineClient::fetchFileTask(const QString &id)
{
    return converted<FileTaskSnapshot>(m_link.call(u"storage.task"_s, {{u"id"_s, id}}), [](const QJsonValue &value) {
        return FileTaskSnapshot::fromJson(value.toObject());
    });
}

void EngineClient::endFileTask(const QString &id)
{
    m_link.call(u"storage.endTask"_s, {{u"id"_s, id}});
}

QFuture<Result<TransferSnapshot>> EngineClient::startTransfer(const TransferRequest &request)
{
    return converted<TransferSnapshot>(
        m_link.call(u"transfer.start"_s, {{u"transfer"_s, request.toJson()}}),
        [](const QJsonValue &value) { return TransferSnapshot::fromJson(value.toObject()); });
}

QFuture<Result<TransferPreview>> EngineClient::previewTransfer(const TransferRequest &request)
{
    return converted<TransferPreview>(
        m_link.call(u"transfer.preview"_s, {{u"transfer"_s, request.toJson()}}),
        [](const QJsonValue &value) { return TransferPreview::fromJson(value.toObject()); });
}

QFuture<Result<TransferPreview>> EngineClient::previewFurther(const QString &cursor)
{
    return converted<TransferPreview>(
        m_link.call(u"transfer.preview"_s, {{u"cursor"_s, cursor}}),
        [](const QJsonValue &value) { return TransferPreview::fromJson(value.toObject()); });
}

void EngineClient::endPreview(const QString &cursor)
{
    m_link.call(u"transfer.endPreview"_s, {{u"cursor"_s, cursor}});
}

QFuture<Result<QList<TransferSnapshot>>> EngineClient::listTransfers()
{
    return converted<QList<TransferSnapshot>>(m_link.call(u"transfer.list"_s, {}), [](const QJsonValue &value) {
        return listOf<TransferSnapshot>(value, TransferSnapshot::fromJson);
    });
}

QFuture<Result<TransferSnapshot>> EngineClient::changeTransfer(const QString &id, const TransferChange &change)
{
    QJsonObject parameters = change.toJson();
    parameters.insert(u"id"_s, id);
    return converted<TransferSnapshot>(m_link.call(u"transfer.set"_s, parameters), [](const QJsonValue &value) {
        return TransferSnapshot::fromJson(value.toObject());
    });
}

QFuture<Result<TransferLimits>> EngineClient::fetchTransferLimits()
{
    return converted<TransferLimits>(m_link.call(u"transfer.limits"_s, {}), toLimits);
}

QFuture<Result<TransferLimits>> EngineClient::setTransferLimits(const TransferLimits &limits)
{
    return converted<TransferLimits>(m_link.call(u"transfer.limits"_s, limits.toJson()), toLimits);
}

QFuture<Result<void>> EngineClient::undoTransfer(const QString &id)
{
    return acknowledged(m_link.call(u"transfer.undo"_s, {{u"id"_s, id}}));
}

QFuture<Result<void>> EngineClient::pauseTransfer(const QString &id)
{
    return acknowledged(m_link.call(u"transfer.pause"_s, {{u"id"_s, id}}));
}

QFuture<Result<void>> EngineClient::resumeTransfer(const QString &id)
{
    return acknowledged(m_link.call(u"transfer.resume"_s, {{u"id"_s, id}}));
}

QFuture<Result<void>> EngineClient::cancelTransfer(const QString &id)
{
    return acknowledged(m_link.call(u"transfer.cancel"_s, {{u"id"_s, id}}));
}

QFuture<Result<SpaceInfo>> EngineClient::fetchSpace(const Location &location)
{
    return converted<SpaceInfo>(m_link.call(u"storage.space"_s, location.toJson()), toSpace);
}

} // namespace engine
