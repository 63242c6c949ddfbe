// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "engine/blob/blobaccount.h"
#include "engine/blob/blobentry.h"
#include "engine/blob/wire/blobpatience.h"

#include <QFuture>
#include <QUrl>

#include <functional>
#include <memory>

namespace engine {

class BlobLoop;
class BlobSender;

/// What is asked of a listing.
struct BlobListing
{
    QString container;
    QString prefix = {}; ///< of names; empty: all
    bool isRecursive = false; ///< blobs below all prefixes, and no prefixes
    bool withMetadata = false;
    int most = 5000; ///< entries of a page; the service has 5,000 at most
};

/// A blob's properties beside its bytes.
struct BlobProperties
{
    QString contentType;
    QByteArray md5; ///< 16 bytes, kept with the blob; empty: none
    QMap<QString, QString> metadata;
    bool isNew = false; ///< AlreadyExists when there is such a blob
    QMap<QByteArray, QByteArray> contentHeaders = {}; ///< as in BlobEntry
    QString etag = {}; ///< of the blob that is replaced: Conflict when it has changed; empty: any

    /// What a copy of \a blob keeps, or new bytes in its place.
    [[nodiscard]] static BlobProperties of(const BlobEntry &blob)
    {
        return {blob.contentType, {}, blob.metadata, false, blob.contentHeaders};
    }
};

/// A part of a blob, and the version that it is of.
struct BlobRange
{
    QByteArray bytes;
    QString etag;
};

/// The requests of one storage account. A request that the service could not answer now (408, 429, 500, 502, 503, 504,
/// a connection that broke) is sent again with growing pauses and jitter, as long as its deadline allows. Canceling a
/// future aborts its request. Any thread; futures finish in the loop's. Errors: NotFound, AlreadyExists, Conflict (a
/// lease, a container that is being deleted), AuthenticationFailed with the remedy in words, InvalidArgument (a name
/// that the service refuses), Unreachable (no connection, TLS), Timeout, IoError (all else), Canceled.
class BlobService final
{
    Q_DISABLE_COPY_MOVE(BlobService)

public:
    using Account = std::function<QFuture<Result<BlobAccount>>()>;

    /// \a account fetches endpoint and credential; called in the loop's thread before the first request, and again
    /// after the service refused the credential. It may run once more during and after destruction, so that it must
    /// hold what it needs.
    BlobService(std::shared_ptr<BlobLoop> loop, Account account, const BlobPatience &patience = {});
    ~BlobService(); ///< requests are given up

    [[nodiscard]] QFuture<Result<BlobPage>> listContainers(const QString &marker, int most = 5000);
    [[nodiscard]] QFuture<Result<void>> createContainer(const QString &container);
    [[nodiscard]] QFuture<Result<void>> removeContainer(const QString &container); ///< with all of its blobs

    [[nodiscard]] QFuture<Result<BlobPage>> list(const BlobListing &listing, const QString &marker = {});
    [[nodiscard]] QFuture<Result<BlobEntry>> stat(const QString &container, const QString &blob); ///< with metadata
    /// At most \a length bytes from \a offset; fewer at the end of the blob. \a etag: Conflict when the blob has
    /// changed.
    [[nodiscard]] QFuture<Result<QByteArray>> read(const QString &container, const QString &blob, qint64 offset,
                                                   qint64 length, const QString &etag = {});
    [[nodiscard]] QFuture<Result<BlobRange>> readRange(const QString &container, const QString &blob, qint64 offset,
                                                       qint64 length, const QString &etag = {}); ///< as read()
    /// Writes a whole blob, in one request.
    [[nodiscard]] QFuture<Result<void>> put(const QString &container, const QString &blob, const QByteArray &bytes,
                                            const BlobProperties &properties = {});
    /// Sends a block, which belongs to no blob before commit(). All ids of a blob have the same length, 64 bytes at
    /// most.
    [[nodiscard]] QFuture<Result<void>> putBlock(const QString &container, const QString &blob, const QByteArray &id,
                                                 const QByteArray &bytes);
    /// Ids and sizes of the blocks that were sent and not committed; none when there is no such blob.
    [[nodiscard]] QFuture<Result<QMap<QByteArray, qint64>>> uncommittedBlocks(const QString &container,
                                                                              const QString &blob);
    /// Makes the blob of these blocks, in this order, in one step.
    [[nodiscard]] QFuture<Result<void>> commit(const QString &container, const QString &blob, const QByteArrayList &ids,
                                               const BlobProperties &properties = {});
    /// Ids of the blocks that make up the blob, in their order; none of a blob that one request wrote.
    [[nodiscard]] QFuture<Result<QByteArrayList>> committedBlocks(const QString &container, const QString &blob);
    /// Makes the blob of blocks that it has already, so that its uncommitted ones are discarded.
    [[nodiscard]] QFuture<Result<void>> commitAgain(const QString &container, const QString &blob,
                                                    const QByteArrayList &ids, const BlobProperties &properties);
    /// A copy within the account, awaited until the service has made it. \a isNew: AlreadyExists when there is such a
    /// blob. The caller has looked before: a copy of the same source counts as made by an earlier try.
    [[nodiscard]] QFuture<Result<void>> copy(const QString &fromContainer, const QString &fromBlob,
                                             const QString &container, const QString &blob, bool isNew = false);
    /// With its snapshots. \a etag, for a blob that was copied: Conflict when it has changed or has snapshots, which no
    /// copy has.
    [[nodiscard]] QFuture<Result<void>> remove(const QString &container, const QString &blob, const QString &etag = {});
    /// The address of the container with a signature: until \a expiry for reading, writing and removing its blobs, by
    /// the account's key; or the signature that the account is reached by.
    [[nodiscard]] QFuture<Result<QUrl>> signContainer(const QString &container, const QDateTime &expiry);
    /// A link for reading the blob until \a expiry, signed with the account's key. Conflict when the account has none.
    [[nodiscard]] QFuture<Result<QUrl>> link(const QString &container, const QString &blob, const QDateTime &expiry);

    /// An object of the thread in which the requests' futures finish; lives as long as that.
    [[nodiscard]] QObject *context() const;

private:
    std::shared_ptr<BlobLoop> m_loop;
    BlobSender *m_sender; // in the loop's thread, which deletes it
};

} // namespace engine
