// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/storage/filetask.h"

namespace engine {

/// Calls about files and folders in place, on machines and this computer.
class StorageClient final
{
public:
    explicit StorageClient(EngineLink &link) : m_link(link) { }

    /// This computer, the machines and the file servers.
    QFuture<Result<QList<StoragePlace>>> listPlaces();
    /// Lists all entries in the order of the place. \a arrived is called in the link's thread with at most \a most
    /// (5000) entries; the next entries are read when it returns. Canceling the future ends the listing.
    QFuture<Result<void>> list(const Location &folder, int most,
                               const std::function<void(const QList<StorageEntry> &)> &arrived);
    QFuture<Result<StorageEntry>> stat(const Location &location);
    /// At most 4 MiB.
    QFuture<Result<QByteArray>> read(const Location &file, qint64 offset, qint64 length);
    QFuture<Result<void>> makeFolder(const Location &folder);
    /// \a to: a path of the same place. AlreadyExists if there is an entry.
    QFuture<Result<void>> rename(const Location &file, const QString &to);
    QFuture<Result<void>> setMode(const Location &file, int mode);
    QFuture<Result<SpaceInfo>> fetchSpace(const Location &location);
    /// Runs a file task. The snapshot says how it ended; after an error part of the work may be done. \a told receives
    /// progress in the link's thread. Canceling the future cancels the task.
    QFuture<Result<FileTaskSnapshot>> runTask(const FileTaskRequest &request,
                                              const std::function<void(const FileTaskSnapshot &)> &told);

private:
    EngineLink &m_link;
};

} // namespace engine
