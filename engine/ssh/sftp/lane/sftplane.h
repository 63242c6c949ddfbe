// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"
#include "engine/ssh/sftp/lane/sftpsession.h"

#include <mutex>
#include <thread>

namespace engine {

/// Files of a machine over SFTP, on a blocking session in a thread of its own. The session is made by the first request
/// and closed after an idle minute. Every request ends by its deadline of 30 s. A listing is bound to its session; when
/// that is gone it fails with Unreachable. Any thread.
class SftpLane final : public RemoteFiles
{
    Q_DISABLE_COPY_MOVE(SftpLane)

public:
    explicit SftpLane(SftpSession::Login login); ///< \a login is called in the lane's thread
    ~SftpLane() override; ///< ends requests under way with Canceled and waits for them

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
    /// Ends the session; requests under way fail with \a reason. The next request makes a new session.
    void drop(const Error &reason);

private:
    class Worker;
    class Listing;
    template <typename T, typename Work> QFuture<Result<T>> post(const QString &path, Work work);

    std::shared_ptr<Worker> m_worker; // shared with listings, which may outlive the lane
};

} // namespace engine
