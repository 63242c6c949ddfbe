// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"
#include "engine/ssh/config/sshroute.h"

#include <QPromise>

#include <atomic>
#include <functional>
#include <memory>

namespace engine {

class BulkLogins;
class SftpLane;
class SshChannels;
class SshCredentials;
class SshTransport;
struct SshLogin;

/// A machine behind SSH. Commands share one connection, at most 8 channels of it (sshd's MaxSessions is 10) or as few
/// as the server grants; streams go to further connections when that is full, so that a command never waits for a tail.
/// Files go over SFTP on a blocking connection of their own, made when first needed and dropped when idle.
/// The answers of open() are kept in memory for further connections while the host lives, except those to prompts,
/// which may be one-time codes. Commands are run by /bin/sh on the machine, whatever the login shell is (sh, csh,
/// fish). Their output does not include what a banner or a profile prints before them. When the connection is lost,
/// commands end on the machine within seconds. Thread: as RemoteHost.
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
    using Opening = std::shared_ptr<QPromise<Result<void>>>;

    void beginLogin(const QList<Answer> &answers);
    void finishLogin(const Result<std::shared_ptr<SshLogin>> &login, const QList<Answer> &answers);
    void lose(const Error &reason);
    void answer(const Result<void> &result);
    std::function<void(ConnectStep)> stepTeller();
    template <typename Do> void inLoop(Do &&what);

    std::shared_ptr<SshTransport> m_transport;
    std::shared_ptr<SshCredentials> m_credentials;
    std::shared_ptr<SshChannels> m_channels;
    QObject *m_runs; // parent of the running commands, in the loop's thread
    std::unique_ptr<BulkLogins> m_bulk;
    std::unique_ptr<SftpLane> m_files;
    QFuture<Result<std::shared_ptr<SshLogin>>> m_login; // the login that is under way
    QList<Opening> m_openings; // calls of open() that wait for m_login
    QString m_hostKey;
    QList<Message> m_notHonoured;
    int m_generation = 0; // counts open() and close(): results of an earlier one are dropped
    std::atomic<bool> m_isOpen = false;
    std::atomic<std::chrono::microseconds> m_roundTrip = std::chrono::microseconds(0);
};

} // namespace engine
