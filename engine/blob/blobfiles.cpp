// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/blobfiles.h"

#include "engine/blob/blobfolder.h"

#include <QCryptographicHash>
#include <QHash>
#include <QMutex>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

/// Where a path leads.
struct BlobPlace
{
    QString path; // clean
    QString container;
    QString blob; // empty: the container itself

    [[nodiscard]] QString prefix() const { return blob.isEmpty() ? QString() : QString(blob + u'/'); }
    [[nodiscard]] QString shown() const { return shownPath(path); }
};

Result<BlobPlace> placeOf(const QString &path)
{
    const Result<QString> clean = cleanPath(path);
    if (!clean)
        return clean.error();
    BlobPlace place{*clean, clean->section(u'/', 1, 1), clean->section(u'/', 2)};
    return place;
}

template <typename T> QFuture<Result<T>> ready(const Result<T> &result)
{
    return QtFuture::makeReadyFuture(result);
}

Error noFileError(const BlobPlace &place)
{
    return Error::of(ErrorCode::IoError, {QT_TRANSLATE_NOOP("engine", "%1 is no file."), {place.shown()}}, place.path);
}

Error noneError(const BlobPlace &place)
{
    return Error::of(ErrorCode::NotFound, {QT_TRANSLATE_NOOP("engine", "There is no %1."), {place.shown()}},
                     place.path);
}

Error notEmptyError(const BlobPlace &place)
{
    return Error::of(ErrorCode::IoError, {QT_TRANSLATE_NOOP("engine", "%1 is not empty."), {place.shown()}},
                     place.path);
}

Error thereError(const BlobPlace &place)
{
    return Error::of(ErrorCode::AlreadyExists, {QT_TRANSLATE_NOOP("engine", "%1 is there already."), {place.shown()}},
                     place.path);
}

/// A listing that is known, of at most one entry, or its error.
class KnownListing final : public FolderListing
{
public:
    explicit KnownListing(Result<QList<StorageEntry>> entries) : m_entries(std::move(entries)) { }
    QFuture<Result<QList<StorageEntry>>> next(int /*most*/) override
    {
        const Result<QList<StorageEntry>> entries = m_entries;
        if (m_entries)
            m_entries = QList<StorageEntry>();
        return ready(entries);
    }

private:
    Result<QList<StorageEntry>> m_entries;
};

/// A file or folder that was found, with the blob that it is or that stands for it.
struct Found
{
    StorageEntry entry;
    std::optional<BlobEntry> blob;
};

// Calls \a next with what \a place is: a blob, else what names begin with.
template <typename Chain, typename Next> void find(const Chain &chain, const BlobPlace &place, Next next)
{
    const QString name = nameOfPath(place.path);
    const auto lookBelow = [chain, place, name, next] {
        chain->ask(
            [place](BlobService &service) {
                return service.list({place.container, place.prefix(), true, false, 1});
            },
            [place, name, next](const Result<BlobPage> &page) {
                if (!page)
                    return next(Result<Found>(page.error()));
                const bool isThere =
                    place.blob.isEmpty() || !page->entries.isEmpty() || page->leftOut > 0 || !page->next.isEmpty();
                next(isThere ? Result(Found{storageFolder(name), {}}) : Result<Found>(noneError(place)));
            });
    };
    if (place.container.isEmpty())
        return next(Result(Found{storageFolder({}), {}}));
    if (place.blob.isEmpty())
        return lookBelow();
    chain->ask([place](BlobService &service) { return service.stat(place.container, place.blob); },
               [lookBelow, name, next](const Result<BlobEntry> &blob) {
                   if (!blob && blob.error().code == ErrorCode::NotFound)
                       return lookBelow();
                   if (!blob)
                       return next(Result<Found>(blob.error()));
                   next(Result(Found{isFolderMarker(*blob) ? storageFolder(name) : storageEntry(name, *blob), *blob}));
               });
}

// Passes an error or the success of the last request on.
template <typename Chain> auto ending(const Chain &chain)
{
    return [chain](const Result<void> &result) { chain->end(result); };
}

void removeFolder(const BlobChain<void>::Ptr &chain, const BlobPlace &place, const Found &found)
{
    // A folder's own marker is the first of its names.
    chain->ask(
        [place](BlobService &service) {
            return service.list({place.container, place.prefix(), true, false, 2});
        },
        [chain, place, found](const Result<BlobPage> &page) {
            if (!page)
                return chain->end(page.error());
            const bool hasMarker = !page->entries.isEmpty() && page->entries.first().name == place.prefix();
            if (page->entries.size() > (hasMarker ? 1 : 0) || page->leftOut > 0 || !page->next.isEmpty())
                return chain->end(notEmptyError(place));
            if (place.blob.isEmpty())
                return chain->ask([place](BlobService &service) { return service.removeContainer(place.container); },
                                  ending(chain));
            const QString marker = found.blob ? place.blob : place.prefix();
            chain->ask([place, marker](BlobService &service) { return service.remove(place.container, marker); },
                       ending(chain));
        });
}

void copyAndRemove(const BlobChain<void>::Ptr &chain, const BlobPlace &from, const BlobPlace &to, const QString &etag)
{
    chain->ask(
        [from, to](BlobService &service) {
            return service.copy(from.container, from.blob, to.container, to.blob, true);
        },
        [chain, from, etag](const Result<void> &copied) {
            if (!copied)
                return chain->end(copied);
            chain->ask([from, etag](BlobService &service) { return service.remove(from.container, from.blob, etag); },
                       ending(chain));
        });
}

// Writes \a bytes in place of the blob \a now, of the version \a etag; without \a now: a new blob.
template <typename End>
void replaceBlob(const BlobChain<void>::Ptr &chain, const BlobPlace &place, const QByteArray &bytes,
                 const std::optional<BlobEntry> &now, const QString &etag, End end)
{
    BlobProperties properties = now ? BlobProperties::of(*now) : BlobProperties();
    properties.isNew = !now;
    properties.etag = now ? etag : QString();
    const auto put = [place, bytes, properties](BlobService &service) {
        return service.put(place.container, place.blob, bytes, properties);
    };
    chain->ask(put, [chain, place, bytes, end](const Result<void> &done) {
        if (done || (done.error().code != ErrorCode::Conflict && done.error().code != ErrorCode::AlreadyExists))
            return end(done);
        // An earlier try may have written the blob, and its answer was lost.
        chain->ask([place](BlobService &service) { return service.stat(place.container, place.blob); },
                   [bytes, done, end](const Result<BlobEntry> &there) {
                       const bool isOurs = there && there->size == bytes.size()
                           && there->md5 == QCryptographicHash::hash(bytes, QCryptographicHash::Md5);
                       end(isOurs ? Result<void>() : done);
                   });
    });
}

} // namespace

/// ETags of the blobs that were read, by path. Any thread.
class BlobFiles::Versions final
{
public:
    void keep(const QString &path, const QString &etag)
    {
        constexpr qsizetype most = 1000; // more are read than are edited
        const QMutexLocker lock(&m_mutex);
        if (m_etags.size() >= most)
            m_etags.clear();
        m_etags.insert(path, etag);
    }
    [[nodiscard]] QString of(const QString &path) const
    {
        const QMutexLocker lock(&m_mutex);
        return m_etags.value(path);
    }
    void forget(const QString &path)
    {
        const QMutexLocker lock(&m_mutex);
        m_etags.remove(path);
    }

private:
    mutable QMutex m_mutex;
    QHash<QString, QString> m_etags;
};

BlobFiles::BlobFiles(std::shared_ptr<BlobService> service, const QString &container)
    : m_service(std::move(service)), m_container(container), m_read(std::make_shared<Versions>())
{
}

std::shared_ptr<FolderListing> BlobFiles::list(const QString &path)
{
    const Result<BlobPlace> place = placeOf(path);
    if (!place)
        return std::make_shared<KnownListing>(place.error());
    if (place->container.isEmpty() && !m_container.isEmpty())
        return std::make_shared<KnownListing>(QList<StorageEntry>{storageFolder(m_container)});
    return std::make_shared<BlobFolder>(m_service, place->container, place->prefix());
}

QFuture<Result<StorageEntry>> BlobFiles::stat(const QString &path)
{
    const Result<BlobPlace> place = placeOf(path);
    if (!place)
        return ready<StorageEntry>(place.error());
    if (place->blob.isEmpty() && !m_container.isEmpty() && place->container == m_container)
        return ready<StorageEntry>(storageFolder(m_container));
    return BlobChain<StorageEntry>::begin(m_service, [place = *place](const auto &chain) {
        find(chain, place, [chain](const Result<Found> &found) {
            chain->end(found ? Result(found->entry) : Result<StorageEntry>(found.error()));
        });
    });
}

QFuture<Result<QByteArray>> BlobFiles::read(const QString &path, qint64 offset, qint64 length)
{
    const Result<BlobPlace> place = placeOf(path);
    if (!place)
        return ready<QByteArray>(place.error());
    if (offset < 0 || length < 0)
        return ready<QByteArray>(rangeError(place->path));
    if (place->blob.isEmpty())
        return ready<QByteArray>(noFileError(*place));
    return BlobChain<QByteArray>::begin(m_service, [place = *place, offset, length, read = m_read](const auto &chain) {
        const auto request = [place, offset, length](BlobService &service) {
            return service.readRange(place.container, place.blob, offset, length);
        };
        chain->ask(request, [chain, place, read](const Result<BlobRange> &range) {
            if (!range)
                return chain->end(range.error());
            if (!range->etag.isEmpty())
                read->keep(place.path, range->etag);
            chain->end(range->bytes);
        });
    });
}

QFuture<Result<void>> BlobFiles::write(const QString &path, qint64 offset, const QByteArray &bytes)
{
    const Result<BlobPlace> place = placeOf(path);
    if (!place)
        return ready<void>(place.error());
    if (place->blob.isEmpty())
        return ready<void>(noFileError(*place));
    if (offset != 0)
        return ready<void>(Error::of(
            ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "%1 is a blob, which is written whole: no part of it can be changed."),
             {place->shown()}},
            place->path));
    return BlobChain<void>::begin(m_service, [place = *place, bytes, read = m_read](const BlobChain<void>::Ptr &chain) {
        const auto end = [chain, place, read](const Result<void> &written) {
            if (written)
                read->forget(place.path);
            chain->end(written);
        };
        chain->ask([place](BlobService &service) { return service.stat(place.container, place.blob); },
                   [chain, place, bytes, read, end](const Result<BlobEntry> &now) {
                       const QString known = read->of(place.path);
                       if (now)
                           return replaceBlob(chain, place, bytes, *now, known.isEmpty() ? now->etag : known, end);
                       if (now.error().code != ErrorCode::NotFound)
                           return end(now.error());
                       replaceBlob(chain, place, bytes, {}, {}, end);
                   });
    });
}

QFuture<Result<void>> BlobFiles::makeFolder(const QString &path)
{
    const Result<BlobPlace> place = placeOf(path);
    if (!place)
        return ready<void>(place.error());
    if (place->container.isEmpty())
        return ready<void>(thereError(*place));
    if (place->blob.isEmpty())
        return m_service->createContainer(place->container);
    return BlobChain<void>::begin(m_service, [place = *place](const BlobChain<void>::Ptr &chain) {
        find(chain, place, [chain, place](const Result<Found> &found) {
            if (found)
                return chain->end(thereError(place));
            if (found.error().code != ErrorCode::NotFound)
                return chain->end(found.error());
            const auto request = [place](BlobService &service) {
                return service.put(place.container, place.prefix(), {},
                                   {{}, {}, {{u"hdi_isfolder"_s, u"true"_s}}, true});
            };
            chain->ask(request, ending(chain));
        });
    });
}

QFuture<Result<void>> BlobFiles::rename(const QString &from, const QString &to)
{
    const Result<BlobPlace> source = placeOf(from);
    const Result<BlobPlace> target = placeOf(to);
    if (!source || !target)
        return ready<void>(source ? target.error() : source.error());
    const Error folder = Error::of(ErrorCode::IoError,
                                   {QT_TRANSLATE_NOOP("engine",
                                                      "%1 is a folder: blobs have no folders that could be renamed, "
                                                      "only names. Copy what is in it, then delete it."),
                                    {source->shown()}},
                                   source->path);
    if (source->blob.isEmpty())
        return ready<void>(folder);
    if (target->blob.isEmpty())
        return ready<void>(noFileError(*target));
    return BlobChain<void>::begin(m_service, [from = *source, to = *target, folder](const BlobChain<void>::Ptr &chain) {
        find(chain, from, [chain, from, to, folder](const Result<Found> &found) {
            if (!found)
                return chain->end(found.error());
            if (found->entry.isFolder)
                return chain->end(folder);
            find(chain, to, [chain, from, to, etag = found->blob->etag](const Result<Found> &other) {
                if (other)
                    return chain->end(thereError(to));
                if (other.error().code != ErrorCode::NotFound)
                    return chain->end(other.error());
                copyAndRemove(chain, from, to, etag);
            });
        });
    });
}

QFuture<Result<void>> BlobFiles::remove(const QString &path)
{
    const Result<BlobPlace> place = placeOf(path);
    if (!place)
        return ready<void>(place.error());
    if (place->container.isEmpty())
        return ready<void>(notEmptyError(*place));
    return BlobChain<void>::begin(m_service, [place = *place](const BlobChain<void>::Ptr &chain) {
        find(chain, place, [chain, place](const Result<Found> &found) {
            if (!found)
                return chain->end(found.error());
            if (found->entry.isFolder)
                return removeFolder(chain, place, *found);
            chain->ask([place](BlobService &service) { return service.remove(place.container, place.blob); },
                       ending(chain));
        });
    });
}

QFuture<Result<void>> BlobFiles::setMode(const QString &path, int /*mode*/)
{
    return ready<void>(
        Error::of(ErrorCode::IoError,
                  {QT_TRANSLATE_NOOP("engine", "Blobs such as %1 have no permissions."), {shownPath(path)}}, path));
}

QFuture<Result<SpaceInfo>> BlobFiles::space(const QString &path)
{
    return ready<SpaceInfo>(
        Error::of(ErrorCode::IoError,
                  {QT_TRANSLATE_NOOP("engine", "A storage account has no end of space that it tells."), {}}, path));
}

QFuture<Result<QString>> BlobFiles::home()
{
    return ready<QString>(u"/"_s);
}

} // namespace engine
