// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"

#include <QThreadPool>

namespace engine {

/// The files of this computer, on a small thread pool. Any thread. Destruction waits for running requests.
class LocalFiles final : public RemoteFiles
{
public:
    LocalFiles();

    std::shared_ptr<FolderListing> list(const QString &path) override;
    QFuture<Result<StorageEntry>> stat(const QString &path) override;
    QFuture<Result<QByteArray>> read(const QString &path, qint64 offset, qint64 length) override;
    QFuture<Result<void>> write(const QString &path, qint64 offset, const QByteArray &bytes) override;
    QFuture<Result<void>> makeFolder(const QString &path) override;
    QFuture<Result<void>> rename(const QString &from, const QString &to) override;
    QFuture<Result<void>> remove(const QString &path) override;
    QFuture<Result<void>> setMode(const QString &path, int mode) override;
    QFuture<Result<SpaceInfo>> space(const QString &path) override;
    QFuture<Result<QString>> home() override;

private:
    QThreadPool m_pool;
};

} // namespace engine
