// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sftp/lane/sftpsession.h"

#include "engine/ssh/connect/connectionerrors.h"
#include "engine/ssh/sftp/sshsftpchannel.h"

namespace engine {

Result<std::shared_ptr<SftpClient>> SftpSession::client(std::chrono::seconds patience)
{
    if (m_client && m_client->isAlive())
        return m_client;
    drop();
    const Result<std::shared_ptr<SshLogin>> login = this->login();
    if (!login)
        return login.error();
    Result<std::shared_ptr<SftpClient>> client = begin(*login, patience);
    if (client)
        m_client = *client;
    else
        drop();
    return client;
}

Result<std::shared_ptr<SftpClient>> SftpSession::begin(const std::shared_ptr<SshLogin> &login,
                                                       std::chrono::seconds patience)
{
    auto channel = std::make_shared<SshSftpChannel>(login);
    setChannel(channel);
    if (m_isOver)
        channel->abort(); // abort() may have come before the channel was set
    if (Result<void> opened = channel->open(patience); !opened)
        return opened.error();
    return SftpClient::open(std::move(channel), patience, QDeadlineTimer(patience));
}

Result<std::shared_ptr<SshLogin>> SftpSession::login()
{
    if (m_isOver)
        return connectionClosed();
    auto pending = m_login();
    {
        const QMutexLocker lock(&m_mutex);
        m_pending = pending;
    }
    if (m_isOver)
        pending.cancel();
    pending.waitForFinished();
    if (pending.isCanceled() || pending.resultCount() == 0)
        return connectionClosed();
    return pending.result();
}

void SftpSession::setChannel(std::shared_ptr<SftpChannel> channel)
{
    const QMutexLocker lock(&m_mutex);
    m_channel.swap(channel);
}

void SftpSession::drop()
{
    m_client.reset();
    setChannel({});
}

void SftpSession::abort(const Error &reason, bool isForGood)
{
    const QMutexLocker lock(&m_mutex);
    m_reason = reason;
    m_isOver = m_isOver || isForGood;
    ++m_aborts; // before the calls below make requests fail
    m_pending.cancel();
    if (m_channel)
        m_channel->abort();
}

Error SftpSession::abortReason() const
{
    const QMutexLocker lock(&m_mutex);
    return m_reason;
}

} // namespace engine
