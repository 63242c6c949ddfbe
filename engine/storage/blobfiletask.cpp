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

template <typename T> Result<T> BlobFileTask::wait(QFuture<Result<T>> answer) const
{
    const std::stop_callback cancel(m_stop, [answer]() mutable { answer.cancel(); });
    answer.waitForFinished();
    return answer.isCanceled() || answer.resultCount() == 0 ? Result<T>::canceled() : answer.result();
}

// The blobs below the path, then the blob of that very name.
Result<void> BlobFileTask::each(const Target &target, const Take &take)
{
    BlobListing listing;
    listing.container = target.container;
    listing.prefix = target.blob.isEmpty() ? QString() : QString(target.blob + u'/');
    listing.isRecursive = true;
    bool isThere = target.blob.isEmpty();
    QString marker;
    do {
        const Result<BlobPage> page = wait(m_service.list(listing, marker));
        if (!page)
            return page.error().code == ErrorCode::NotFound ? isMissing(target.path) : page.error();
        isThere = isThere || !page->entries.isEmpty() || page->leftOut > 0;
        if (const auto taken = take(*page); !taken)
            return taken;
        marker = page->next;
    } while (!marker.isEmpty());
    if (target.blob.isEmpty())
        return {};
    const Result<BlobEntry> own = wait(m_service.stat(target.container, target.blob));
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
    QString marker;
    do {
        const Result<BlobPage> page = wait(m_service.listContainers(marker));
        if (!page)
            return page.error();
        for (const BlobEntry &container : page->entries) {
            if (const auto measured = measureOne({joinedPath({}, container.name), container.name, {}}); !measured)
                return measured;
        }
        marker = page->next;
    } while (!marker.isEmpty());
    return {};
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
        return wait(m_service.removeContainer(target.container));
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
            open.push_back(m_service.remove(container, blobs.at(next++).name));
        if (open.empty()) // after an error
            break;
        const Result<void> removed = wait(open.front());
        open.pop_front();
        if (removed || removed.error().code == ErrorCode::NotFound) // somebody else removed it
            ++m_shown.itemsDone;
        else if (all)
            all = removed;
    }
    return all;
}

} // namespace engine
