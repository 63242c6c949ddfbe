// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/blobfiletask.h"

#include "engine/api/paths.h"
#include "engine/storage/transfer/places/shell/filetaskerrors.h"

#include <algorithm>
#include <deque>

namespace engine {

namespace {

constexpr size_t removedAtOnce = 16; // requests

Error hasNoSums(const QString &path)
{
    return {
        ErrorCode::InvalidArgument,
        {QT_TRANSLATE_NOOP("engine", "A storage account computes no checksums: %1 would have to be downloaded for it."),
         {shownPath(path)}},
        path};
}

Error isAll(const QString &path)
{
    return {ErrorCode::InvalidArgument,
            QT_TRANSLATE_NOOP("engine",
                              "This would delete all containers of the storage account: name those that are to go."),
            path};
}

Error hasOthers(const QString &path)
{
    return {ErrorCode::IoError,
            {QT_TRANSLATE_NOOP("engine",
                               "%1 has blobs whose names are no paths, as “a//b”. They stay, until their container is "
                               "deleted."),
             {shownPath(path)}},
            path};
}

QString folderOf(const QString &blob)
{
    return blob.first(blob.lastIndexOf(u'/') + 1);
}

// The folders of \a folder that are not those of \a before. Names come in order, so that those of a folder come
// together.
qint64 newFolders(const QString &folder, const QString &before)
{
    const auto other = std::mismatch(folder.cbegin(), folder.cend(), before.cbegin(), before.cend()).first;
    return std::count(other, folder.cend(), u'/');
}

} // namespace

Result<void> BlobFileTask::run()
{
    const std::stop_callback abort(m_stop, [this] { m_session.abort(); });
    return runKind();
}

Result<void> BlobFileTask::runKind()
{
    using Kind = FileTaskRequest::Kind;
    switch (m_request.kind) {
    case Kind::Measure:
        return measure();
    case Kind::Remove:
        return remove();
    case Kind::Trash:
        return hasNoTrash(m_request.paths.value(0));
    case Kind::Restore:
        return hasNoTrash(m_request.trashed.value(0).trashed);
    case Kind::Checksum:
        return hasNoSums(m_request.paths.value(0));
    }
    return {};
}

BlobFileTask::Target BlobFileTask::targetOf(const QString &path)
{
    return {path, path.section(u'/', 1, 1), path.section(u'/', 2)};
}

// The blobs below the path, then the blob of that very name.
Result<void> BlobFileTask::each(const Target &target, const Take &take)
{
    BlobListing listing;
    listing.container = target.container;
    listing.prefix = target.blob.isEmpty() ? QString() : QString(target.blob + u'/');
    listing.isRecursive = true;
    bool isThere = target.blob.isEmpty();
    const auto listed = m_session.eachPage(listing, [&isThere, &take](const BlobPage &page) {
        isThere = isThere || !page.entries.isEmpty() || page.leftOut > 0;
        return take(page);
    });
    if (!listed)
        return listed.error().code == ErrorCode::NotFound ? isMissing(target.path) : listed.error();
    if (target.blob.isEmpty())
        return {};
    const Result<BlobEntry> own = m_session.ask(m_session.service().stat(target.container, target.blob));
    if (own)
        return take({{*own}, {}});
    if (own.error().code != ErrorCode::NotFound)
        return own.error();
    return isThere ? Result<void>() : isMissing(target.path);
}

Result<void> BlobFileTask::measure()
{
    for (const QString &path : m_request.paths) {
        const Target target = targetOf(path);
        if (const auto measured = target.container.isEmpty() ? measureAll() : measureOne(target); !measured)
            return measured;
    }
    return {};
}

Result<void> BlobFileTask::measureAll()
{
    const auto request = [](BlobService &service, const QString &marker) { return service.listContainers(marker); };
    return m_session.eachPage(QString(u'/'), request, [this](const BlobPage &page) -> Result<void> {
        for (const BlobEntry &container : page.entries) {
            if (const auto measured = measureOne({joinedPath({}, container.name), container.name, {}}); !measured)
                return measured;
        }
        return {};
    });
}

Result<void> BlobFileTask::measureOne(const Target &target)
{
    FileCount &count = m_shown.count;
    QString folder = folderOf(target.blob); // of the blob before
    count.folders += target.blob.isEmpty();
    return each(target, [this, &count, &folder](const BlobPage &page) {
        count.files += page.leftOut;
        for (const BlobEntry &blob : page.entries) {
            count.files += !blob.name.endsWith(u'/'); // such a blob keeps an empty folder
            count.bytes += blob.size;
            const QString own = folderOf(blob.name);
            count.folders += newFolders(own, std::exchange(folder, own));
        }
        m_tell(m_shown);
        return Result<void>();
    });
}

// Counts again, and removes only if the numbers are those that were counted before.
Result<void> BlobFileTask::remove()
{
    for (const QString &path : m_request.paths) {
        if (targetOf(path).container.isEmpty())
            return isAll(path);
    }
    if (const auto measured = measure(); !measured)
        return measured;
    if (m_shown.count != m_request.counted)
        return isAnother(m_shown.count);
    for (const QString &path : m_request.paths) {
        const auto removed = removeOne(targetOf(path));
        m_tell(m_shown);
        if (!removed)
            return removed;
    }
    m_shown.itemsDone = m_shown.count.files + m_shown.count.folders; // folders go with their last blob
    m_tell(m_shown);
    return {};
}

Result<void> BlobFileTask::removeOne(const Target &target)
{
    if (target.blob.isEmpty())
        return m_session.ask(m_session.service().removeContainer(target.container));
    bool areAll = true;
    const auto removed = each(target, [this, &target, &areAll](const BlobPage &page) {
        areAll = areAll && page.leftOut == 0;
        const auto some = removeBlobs(target.container, page.entries);
        m_tell(m_shown);
        return some;
    });
    return removed && !areAll ? hasOthers(target.path) : removed;
}

Result<void> BlobFileTask::removeBlobs(const QString &container, const QList<BlobEntry> &blobs)
{
    std::deque<QFuture<Result<void>>> open;
    Result<void> all;
    for (qsizetype next = 0; next < blobs.size() || !open.empty();) {
        while (all && next < blobs.size() && open.size() < removedAtOnce)
            open.push_back(m_session.begin(m_session.service().remove(container, blobs.at(next++).name)));
        if (open.empty()) // after an error
            break;
        const Result<void> removed = m_session.wait(open.front());
        open.pop_front();
        if (removed || removed.error().code == ErrorCode::NotFound) // somebody else removed it
            ++m_shown.itemsDone;
        else if (all)
            all = removed;
    }
    return all;
}

} // namespace engine
