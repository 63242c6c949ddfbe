// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/storage/storageclient.h"

#include "engine/client/call.h"
#include "engine/protocol/storage.h"

namespace engine {

namespace {

OfFile at(const Location &location)
{
    return {location.place, location.path};
}

} // namespace

QFuture<Result<QList<StoragePlace>>> StorageClient::listPlaces()
{
    return call(m_link, method::listPlaces, {});
}

QFuture<Result<void>> StorageClient::list(const Location &folder, int most,
                                          const std::function<void(const QList<StorageEntry> &)> &arrived)
{
    const auto take = [arrived](const FolderEntries &page) {
        if (!page.entries.isEmpty())
            arrived(page.entries);
    };
    return call(m_link, method::listFolder, {at(folder), most}, take, [take](const QJsonValue &told) {
        FolderEntries page;
        if (readJson(told, page))
            take(page);
    });
}

QFuture<Result<StorageEntry>> StorageClient::stat(const Location &location)
{
    return call(m_link, method::statFile, at(location));
}

QFuture<Result<QByteArray>> StorageClient::read(const Location &file, qint64 offset, qint64 length)
{
    return call(m_link, method::readFile, {at(file), offset, length},
                [](const FileBytes &bytes) { return QByteArray::fromBase64(bytes.data.text.toLatin1()); });
}

QFuture<Result<void>> StorageClient::makeFolder(const Location &folder)
{
    return call(m_link, method::makeFolder, at(folder));
}

QFuture<Result<void>> StorageClient::rename(const Location &file, const QString &to)
{
    return call(m_link, method::renameFile, {at(file), to});
}

QFuture<Result<void>> StorageClient::setMode(const Location &file, int mode)
{
    return call(m_link, method::setFileMode, {at(file), mode});
}

QFuture<Result<SpaceInfo>> StorageClient::fetchSpace(const Location &location)
{
    return call(m_link, method::fetchSpace, at(location), [](const FileSystemSpace &space) {
        return SpaceInfo{space.totalBytes, space.freeBytes, space.freeEntries};
    });
}

QFuture<Result<FileTaskSnapshot>> StorageClient::runTask(const FileTaskRequest &request,
                                                         const std::function<void(const FileTaskSnapshot &)> &told)
{
    return call(
        m_link, method::runFileTask, {request}, [](const FileTaskSnapshot &task) { return task; },
        [told](const QJsonValue &task) { told(FileTaskSnapshot::fromJson(task.toObject())); });
}

} // namespace engine
