// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"
#include "engine/ssh/config/sshroute.h"

namespace engine {

class SshTransport;

/// A machine behind SSH. Commands share one connection, at most 8 channels of it (sshd's MaxSessions is 10) or as few
/// as the server grants; streams go to further connections when that is full, so that a command never waits for a tail.
/// Files go over SFTP on a blocking connection of their own, made when first needed and dropped when idle.
/// Answers of open() are kept in memory while the host lives, for those further connections; but for those to prompts,
/// which may be one-time codes.
/// Whatever the login shell is (sh, csh, fish), commands are run by /bin/sh there; what a banner or a profile prints
/// before them is not part of their output. What runs ends on the machine, too, within seconds
/// when the way to it is lost. Thread: as RemoteHost.
class SshHost final : public RemoteHost
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SshHost)

public:
    SshHost(std::shared_ptr<SshTransport> transport, SshSpec spec, QObject *parent = nullptr);
    ~SshHost() override;

    QFuture<Result<void>> open(const QList<Answer> &answers = {}) override;
    void close() override;
    [[nodiscard]] bool isOpen() const override;
    QFuture<Result<CommandResult>> run(const RemoteCommand &command) override;
    std::unique_ptr<RemoteProcess> stream(const RemoteCommand &command) override;
    RemoteFiles &files() override;
    QFuture<Result<std::shared_ptr<BulkSession>>> openBulk() override;
    void prepareBulk(size_t sessions) override;

    void checkNow() override;
    [[nodiscard]] QString hostKey() const override;
    [[nodiscard]] QList<Message> notHonoured() const override;
    [[nodiscard]] std::chrono::microseconds roundTrip() const override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace engine
