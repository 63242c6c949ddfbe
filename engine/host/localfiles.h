// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/host/remotehost.h"

#include <QThreadPool>

namespace engine {

/// The files of this computer, read on a small pool of threads. Any thread. Errors: NotFound; InvalidArgument for a
/// relative path or a negative range; IoError for anything that cannot be read, devices and pipes among it.
/// Its destruction waits for what is being read.
class LocalFiles final : public RemoteFiles
{
public:
    LocalFiles();

    QFuture<Result<QList<RemoteEntry>>> list(const QString &path) override;
    QFuture<Result<RemoteEntry>> stat(const QString &path) override;
    QFuture<Result<QByteArray>> read(const QString &path, qint64 offset, qint64 length) override;

private:
    QThreadPool m_pool;
};

} // namespace engine
