// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QFuture>

#include <memory>

namespace engine {

/// The error of an invalid range in a file.
[[nodiscard]] inline Error rangeError(const QString &path)
{
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "No part of %1 begins before its first byte, or is shorter than nothing."),
             {shownPath(path)}},
            path};
}

/// A folder that is being listed. Any thread, one request at a time; destruction ends the listing.
class FolderListing
{
public:
    virtual ~FolderListing() = default;
    /// At most \a most further entries, without "." and ".." and invalid names; an empty list is the end. The first
    /// call opens the folder: NotFound when there is none.
    virtual QFuture<Result<QList<StorageEntry>>> next(int most) = 0;
};

/// Files of a place, by absolute path (engine/api/paths.h); "~" is not expanded. For browsing and small files;
/// transfers move bulk data. Attributes that the place does not have are missing in its entries. Every request has a
/// deadline. Any thread; futures finish in any. Errors: NotFound; AlreadyExists; InvalidArgument for a relative path;
/// IoError for other refusals of the place; Unreachable and login errors; Timeout; Canceled.
class RemoteFiles
{
public:
    virtual ~RemoteFiles() = default;
    virtual std::shared_ptr<FolderListing> list(const QString &path) = 0;
    /// The entry itself; for a link also its target, and whether that is a folder.
    virtual QFuture<Result<StorageEntry>> stat(const QString &path) = 0;
    /// At most \a length bytes from \a offset; fewer at the end of the file. Regular files only.
    virtual QFuture<Result<QByteArray>> read(const QString &path, qint64 offset, qint64 length) = 0;
    /// Writes \a bytes at \a offset of a regular file, which is created if missing.
    virtual QFuture<Result<void>> write(const QString &path, qint64 offset, const QByteArray &bytes) = 0;
    virtual QFuture<Result<void>> makeFolder(const QString &path) = 0;
    /// Within the place. AlreadyExists if \a to exists.
    virtual QFuture<Result<void>> rename(const QString &from, const QString &to) = 0;
    /// A file, a link or an empty folder.
    virtual QFuture<Result<void>> remove(const QString &path) = 0;
    virtual QFuture<Result<void>> setMode(const QString &path, int mode) = 0;
    virtual QFuture<Result<SpaceInfo>> space(const QString &path) = 0;
    /// The user's home, base of relative paths.
    virtual QFuture<Result<QString>> home() = 0;
};

} // namespace engine
