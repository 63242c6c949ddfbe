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

/// A machine that is reached by SSH. Commands share one connection, on at most 8 channels (sshd's MaxSessions is 10) or
/// as few as the server allows. Streams get further connections when the first is full, so that a command never waits
/// for a stream. Files go over SFTP on a blocking connection of their own, made at the first use and closed when idle.
/// Answers of open() are kept in memory until close(), for the further connections; answers to prompts are not, since
/// they may be one-time codes. Commands are run by /bin/sh whatever the login shell is (sh, csh, fish); output of a
/// banner or a login script is not part of theirs. When the connection is lost, running commands end on the machine
/// within seconds. Thread: as RemoteHost.
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
    QFuture<Result<std::shared_ptr<SshLogin>>> m_login; // under way
    QList<Opening> m_openings; // the calls of open() that wait for m_login
    QString m_hostKey;
    QList<Message> m_notHonoured;
    int m_generation = 0; // counts the ends of connections: reports about an earlier one are ignored
    std::atomic<bool> m_isOpen = false;
    std::atomic<std::chrono::microseconds> m_roundTrip = std::chrono::microseconds(0);
};

} // namespace engine
