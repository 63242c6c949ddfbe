// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QFuture>

#include <memory>

namespace engine {

/// Of a part of a file that there cannot be.
[[nodiscard]] inline Error rangeError(const QString &path)
{
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "No part of %1 begins before its first byte, or is shorter than nothing."),
             {shownPath(path)}},
            path};
}

/// A folder that is being read. Any thread, one request at a time; its destruction ends it.
class FolderListing
{
public:
    virtual ~FolderListing() = default;
    /// At most \a most further entries, without "." and ".." and whatever can be no name; an empty list is the end. The
    /// first call opens the folder: NotFound when there is none.
    virtual QFuture<Result<QList<StorageEntry>>> next(int most) = 0;
};

/// Where files are, by absolute path (engine/api/paths.h); "~" is not expanded. Browsing and small files: bulk data
/// goes by transfers. What a place does not have its entries lack, as a mode. Every request has a deadline. Any thread;
/// futures finish in any. Errors: NotFound; AlreadyExists; InvalidArgument for a path that is not absolute; IoError for
/// anything else that the place refuses; Unreachable and those of a login; Timeout; Canceled.
class RemoteFiles
{
public:
    virtual ~RemoteFiles() = default;
    virtual std::shared_ptr<FolderListing> list(const QString &path) = 0;
    /// Of the entry itself; of a link also where it leads, and whether that is a folder.
    virtual QFuture<Result<StorageEntry>> stat(const QString &path) = 0;
    /// At most \a length bytes from \a offset; fewer at the end. Regular files only.
    virtual QFuture<Result<QByteArray>> read(const QString &path, qint64 offset, qint64 length) = 0;
    /// Writes \a bytes at \a offset of a regular file, which is made when there is none.
    virtual QFuture<Result<void>> write(const QString &path, qint64 offset, const QByteArray &bytes) = 0;
    virtual QFuture<Result<void>> makeFolder(const QString &path) = 0;
    /// Within the place. Replaces nothing: AlreadyExists.
    virtual QFuture<Result<void>> rename(const QString &from, const QString &to) = 0;
    /// A file, a link or an empty folder.
    virtual QFuture<Result<void>> remove(const QString &path) = 0;
    virtual QFuture<Result<void>> setMode(const QString &path, int mode) = 0;
    virtual QFuture<Result<SpaceInfo>> space(const QString &path) = 0;
    /// Where relative paths begin: the user's home.
    virtual QFuture<Result<QString>> home() = 0;
};

} // namespace engine
