// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/storage/filetask.h"

namespace engine {

/// Files and folders of machines and this computer, where they are.
class StorageClient final
{
public:
    explicit StorageClient(EngineLink &link) : m_link(link) { }

    /// This computer, the machines and the file servers.
    QFuture<Result<QList<StoragePlace>>> listPlaces();
    /// All entries, in the order in which the place gives them: \a arrived hears of up to \a most (5000) at a time, in
    /// the link's thread, and the next are read once it returns. Cancelling the future ends it.
    QFuture<Result<void>> list(const Location &folder, int most,
                               const std::function<void(const QList<StorageEntry> &)> &arrived);
    QFuture<Result<StorageEntry>> stat(const Location &location);
    /// At most 4 MiB.
    QFuture<Result<QByteArray>> read(const Location &file, qint64 offset, qint64 length);
    QFuture<Result<void>> makeFolder(const Location &folder);
    /// \a to: a path of the same place. Replaces nothing: AlreadyExists.
    QFuture<Result<void>> rename(const Location &file, const QString &to);
    QFuture<Result<void>> setMode(const Location &file, int mode);
    QFuture<Result<SpaceInfo>> fetchSpace(const Location &location);
    /// Something that takes its time: how it ended, which may be by an error after some of it was done. \a told hears
    /// in the link's thread how far it is. Cancelling the future ends it.
    QFuture<Result<FileTaskSnapshot>> runTask(const FileTaskRequest &request,
                                              const std::function<void(const FileTaskSnapshot &)> &told);

private:
    EngineLink &m_link;
};

} // namespace engine
