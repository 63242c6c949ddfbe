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

/// Bulk data over a blocking session of its own: channels of one session share its window and its thread, so that
/// several sessions are faster than several channels.
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

    /// For BulkPool: it was kept, nothing of its user is left in it, and the machine has not hung up.
    [[nodiscard]] bool isReusable() const;
    void beginUse() { m_isKept = false; }

private:
    class Command;
    class CountedChannel;
    enum class Waits { No, Yes };

    using Channel = std::unique_ptr<ssh_channel_struct, SshFree<ssh_channel_free>>;

    [[nodiscard]] bool isFar() const;
    [[nodiscard]] Error lost() const;
    [[nodiscard]] Error refusal() const; ///< of a channel or a command
    [[nodiscard]] Channel openChannel();
    [[nodiscard]] bool awaitOpen(ssh_channel_struct *channel);
    void openAhead();
    /// Does what answers SSH_AGAIN while it is not through: again and again, or once.
    int stepUnblocked(const std::function<int()> &step, Waits waits);
    /// For who waits, now and then: asks whether anybody is there, and knows when that was in vain too often.
    [[nodiscard]] bool isSilent();
    [[nodiscard]] bool isGone() const { return m_unanswered > SshSession::mostUnanswered; } ///< it was in vain

    std::shared_ptr<SshLogin> m_login;
    int m_descriptor; // a second one of the session's socket: to shut it down from outside
    std::atomic<bool> m_isAborted = false;
    std::atomic<bool> m_isKept = false;
    bool m_hasRest = false; // of a command that was not heard to its end
    quint64 m_receivedBytes = 0; // when isSilent() looked
    QDeadlineTimer m_askAgain; // until then it need not say that it is there
    int m_unanswered = 0;
    std::atomic<quint64> m_moved = 0;
    Channel m_next; // asked for ahead of the next command, and perhaps not open yet
    std::shared_ptr<SftpClient> m_sftp;
    std::mutex m_mutex; // of what follows
    std::shared_ptr<SftpChannel> m_channel; // of m_sftp
};

} // namespace engine
