// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/connectionerrors.h"
#include "engine/ssh/sftp/sftpclient.h"
#include "engine/ssh/sshsession.h"

#include <QFuture>
#include <QMutex>

#include <functional>

namespace engine {

/// The SFTP client of a machine: connected when needed, and again after its connection ended. One thread, unless a
/// function says otherwise.
class SftpSession final
{
    Q_DISABLE_COPY_MOVE(SftpSession)

public:
    using Login = std::function<QFuture<Result<std::shared_ptr<SshLogin>>>()>;

    explicit SftpSession(Login login) : m_login(std::move(login)) { }

    [[nodiscard]] bool isOpen() const { return bool(m_client); }
    /// The connected client, or a new one. Errors: the client's and those of a login.
    [[nodiscard]] Result<std::shared_ptr<SftpClient>> client(std::chrono::seconds patience);
    void drop();
    /// Any thread: ends the request under way. \a isForGood: later ones fail, too.
    void abort(const Error &reason, bool isForGood);
    [[nodiscard]] int aborts() const { return m_aborts; } ///< any thread: the number of abort() calls
    [[nodiscard]] bool isOver() const { return m_isOver; } ///< any thread
    [[nodiscard]] Error abortReason() const; ///< any thread: the last reason

private:
    [[nodiscard]] Result<std::shared_ptr<SshLogin>> login();
    [[nodiscard]] Result<std::shared_ptr<SftpClient>> begin(const std::shared_ptr<SshLogin> &login,
                                                            std::chrono::seconds patience);
    void setChannel(std::shared_ptr<SftpChannel> channel);

    Login m_login;
    std::shared_ptr<SftpClient> m_client;
    std::atomic<bool> m_isOver = false;
    std::atomic<int> m_aborts = 0;
    mutable QMutex m_mutex; // guards the members below
    Error m_reason = connectionClosed();
    std::shared_ptr<SftpChannel> m_channel;
    QFuture<Result<std::shared_ptr<SshLogin>>> m_pending;
};

} // namespace engine
