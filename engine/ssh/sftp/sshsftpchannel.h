// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/ssh/sftp/sftpchannel.h"
#include "engine/ssh/sshsession.h"

#include <atomic>

struct ssh_channel_struct;

namespace engine {

/// Ends the connection of \a socket, whoever else has it: what waits in a call for it fails at once, and what the
/// system took from us and has not sent yet is thrown away. (Else the machine would be told to do it, perhaps long
/// after, when others work there.) Any thread.
void resetConnection(int socket);

/// The subsystem "sftp" of a machine, on a session of its own.
class SshSftpChannel final : public SftpChannel
{
    Q_DISABLE_COPY_MOVE(SshSftpChannel)

public:
    /// Nobody else uses the session of \a login any more. Until open() there is only abort().
    explicit SshSftpChannel(std::shared_ptr<SshLogin> login);
    ~SshSftpChannel() override;

    /// Errors beside the others: IoError when the machine has no such subsystem.
    Result<void> open(std::chrono::seconds patience);

    Result<void> write(QByteArrayView bytes, std::chrono::milliseconds patience) override;
    Result<qsizetype> read(char *to, qsizetype most, std::chrono::milliseconds patience) override;
    bool isAlive() override;
    void abort() override;

private:
    [[nodiscard]] Error ended() const;
    void setTimeout(std::chrono::seconds timeout);

    std::shared_ptr<SshLogin> m_login;
    UniqueFd m_descriptor; // a second one of the session's socket, for abort()
    ssh_channel_struct *m_channel = nullptr;
    qint64 m_sinceRenewal = 0; // bytes read since the window was widened
    std::atomic<bool> m_isAborted = false;
};

} // namespace engine
