// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/ssh/sftp/sftpclient.h"
#include "engine/ssh/sshhandles.h"
#include "engine/ssh/sshsession.h"

#include <libssh/libssh.h>

#include <QDeadlineTimer>

#include <atomic>
#include <functional>
#include <mutex>

namespace engine {

/// Bulk data over a blocking session of its own. Channels of one session share its TCP connection and its thread, so
/// several sessions are faster than several channels of one.
class SshBulkSession final : public BulkSession
{
    Q_DISABLE_COPY_MOVE(SshBulkSession)

public:
    explicit SshBulkSession(SshLogin login);
    ~SshBulkSession() override;

    Result<std::unique_ptr<BulkCommand>> start(const QByteArray &script) override;
    Result<std::shared_ptr<SftpClient>> sftp() override;
    void abort() override;
    void keep() override { m_isKept = true; }
    [[nodiscard]] bool hasHungUp() const override;
    [[nodiscard]] QString address() const override;
    [[nodiscard]] std::chrono::microseconds roundTrip() const override;
    [[nodiscard]] quint64 movedBytes() const override { return m_moved; }

    /// For BulkPool: keep() was called, no output of a command is left, and the machine has not hung up.
    [[nodiscard]] bool isReusable() const;
    void beginUse() { m_isKept = false; }

private:
    class Command;
    class CountedChannel;
    enum class Waits { No, Yes };

    using Channel = std::unique_ptr<ssh_channel_struct, SshFree<ssh_channel_free>>;

    [[nodiscard]] bool isFar() const;
    [[nodiscard]] Error lost() const;
    [[nodiscard]] Error refusal() const; ///< of a channel or a command, by the connection's state
    [[nodiscard]] Channel openChannel();
    [[nodiscard]] bool awaitOpen(ssh_channel_struct *channel);
    void openAhead();
    /// Calls \a step without blocking; with Waits::Yes repeatedly, until it returns something else than SSH_AGAIN.
    int stepUnblocked(const std::function<int()> &step, Waits waits);
    /// To be called periodically while waiting: sends keepalive requests; true when too many had no answer.
    [[nodiscard]] bool isSilent();
    /// Too many keepalive requests had no answer.
    [[nodiscard]] bool isGone() const { return m_unanswered > SshSession::mostUnanswered; }

    std::shared_ptr<SshLogin> m_login;
    int m_descriptor; // a duplicate of the session's, for abort() from other threads
    std::atomic<bool> m_isAborted = false;
    std::atomic<bool> m_isKept = false;
    bool m_hasRest = false; // a command's output was not read to its end
    quint64 m_receivedBytes = 0; // at the last isSilent()
    QDeadlineTimer m_askAgain; // when the next keepalive request is due
    int m_unanswered = 0;
    std::atomic<quint64> m_moved = 0;
    Channel m_next; // requested for the next command; may not be open yet
    std::shared_ptr<SftpClient> m_sftp;
    std::mutex m_mutex; // guards m_channel
    std::shared_ptr<SftpChannel> m_channel; // of m_sftp
};

} // namespace engine
