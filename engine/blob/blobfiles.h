// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/blob/blobservice.h"
#include "engine/remote/remotefiles.h"

namespace engine {

/// The files of a storage account: "/" has its containers, "/C/dir/name" is the blob "dir/name" of the container C, and
/// what several names begin with, up to a slash, is a folder. A folder without blobs is an empty blob "dir/", which is
/// not listed. write() writes a file whole, so that it takes no offset but 0: Conflict when the blob is not the version
/// that was last read here; content type and metadata stay. A rename is a copy and a removal.
class BlobFiles final : public RemoteFiles
{
public:
    /// \a container: the only one that "/" has, for a signature that cannot list containers; empty: all.
    explicit BlobFiles(std::shared_ptr<BlobService> service, const QString &container = {});

    std::shared_ptr<FolderListing> list(const QString &path) override;
    QFuture<Result<StorageEntry>> stat(const QString &path) override;
    QFuture<Result<QByteArray>> read(const QString &path, qint64 offset, qint64 length) override;
    QFuture<Result<void>> write(const QString &path, qint64 offset, const QByteArray &bytes) override;
    QFuture<Result<void>> makeFolder(const QString &path) override;
    QFuture<Result<void>> rename(const QString &from, const QString &to) override; ///< of a file
    QFuture<Result<void>> remove(const QString &path) override;
    QFuture<Result<void>> setMode(const QString &path, int mode) override; ///< IoError: there are no permissions
    QFuture<Result<SpaceInfo>> space(const QString &path) override; ///< IoError: there is no end to it
    QFuture<Result<QString>> home() override;

private:
    class Versions;

    std::shared_ptr<BlobService> m_service;
    QString m_container;
    std::shared_ptr<Versions> m_read; // that were read, for write()
};

} // namespace engine
