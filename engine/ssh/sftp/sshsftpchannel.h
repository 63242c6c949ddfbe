// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/ssh/sftp/sftpchannel.h"
#include "engine/ssh/sshsession.h"

#include <atomic>

struct ssh_channel_struct;

namespace engine {

/// Resets the connection of \a socket, for all its descriptors. Calls that wait on it fail at once. Bytes that the
/// system has not sent yet are discarded: else the machine might carry out requests long after they were given up. Any
/// thread.
void resetConnection(int socket);

/// The "sftp" subsystem of a machine, on a session of its own.
class SshSftpChannel final : public SftpChannel
{
    Q_DISABLE_COPY_MOVE(SshSftpChannel)

public:
    /// Takes over the session of \a login. Before open() only abort() may be called.
    explicit SshSftpChannel(std::shared_ptr<SshLogin> login);
    ~SshSftpChannel() override;

    /// Further errors: IoError when the machine has no such subsystem.
    Result<void> open(std::chrono::seconds patience);

    Result<void> write(QByteArrayView bytes, std::chrono::milliseconds patience) override;
    Result<qsizetype> read(char *to, qsizetype most, std::chrono::milliseconds patience) override;
    bool isAlive() override;
    void abort() override;

private:
    [[nodiscard]] Error ended() const;
    void setTimeout(std::chrono::seconds timeout);

    std::shared_ptr<SshLogin> m_login;
    UniqueFd m_descriptor; // a duplicate of the session's, for abort()
    ssh_channel_struct *m_channel = nullptr;
    qint64 m_sinceRenewal = 0; // bytes read since the window was widened
    std::atomic<bool> m_isAborted = false;
};

} // namespace engine
