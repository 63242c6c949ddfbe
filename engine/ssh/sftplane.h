// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/host/remotehost.h"
#include "engine/ssh/sshsession.h"

#include <QThread>

#include <functional>
#include <mutex>

namespace engine {

/// Files of a machine over SFTP, on a blocking session in a thread of its own: made when first asked for something,
/// dropped after a minute without. A request ends by its deadline (30 s), whatever the machine does. Any thread.
/// Errors: NotFound, IoError, InvalidArgument (as LocalFiles); Unreachable and those of a login; Timeout; Canceled.
class SftpLane final : public RemoteFiles
{
    Q_DISABLE_COPY_MOVE(SftpLane)

public:
    using Login = std::function<QFuture<Result<std::shared_ptr<SshLogin>>>()>;

    explicit SftpLane(Login login); ///< \a login is called in the lane's thread
    ~SftpLane() override; ///< ends what is under way, with Canceled, and waits for that

    QFuture<Result<QList<RemoteEntry>>> list(const QString &path) override;
    QFuture<Result<RemoteEntry>> stat(const QString &path) override;
    QFuture<Result<QByteArray>> read(const QString &path, qint64 offset, qint64 length) override;
    /// Ends the session; what is under way fails. The next request makes a new one.
    void drop();

private:
    class Worker;
    template <typename T, typename Work> QFuture<Result<T>> post(const QString &path, Work work);

    QThread m_thread; // from the first request on: most machines are never asked for files
    std::once_flag m_isStarted;
    Worker *m_worker;
};

} // namespace engine
