// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/states.h"
#include "engine/api/result.h"
#include "engine/remote/remotefiles.h"

#include <QFuture>
#include <QObject>

#include <chrono>
#include <memory>

namespace engine {

/// A command for a machine's POSIX sh. \a script is passed to `sh -c`; secrets and payloads only in \a input.
struct RemoteCommand
{
    QByteArray script;
    QByteArray input{}; ///< stdin, closed after it
    std::chrono::milliseconds deadline{30'000}; ///< run() only: after it the command is killed and Timeout answered
};

struct CommandResult
{
    int exitCode = 0; ///< 128 + n for signal n; below 0 when unknown, as after some signals
    QByteArray output;
    QByteArray errorOutput; ///< both are cut at 16 MiB
    QByteArray before{}; ///< what the login printed on stdout before the command began, at most 2000 bytes

    [[nodiscard]] bool isKilled() const
    {
        constexpr int signal = 128;
        // Higher exit codes have meanings of their own: sshd's sftp server ends with 255.
        constexpr int mostSignals = 64;
        return exitCode < 0 || (exitCode > signal && exitCode <= signal + mostSignals);
    }
};

/// A command whose output is delivered as it arrives, until stop(). Thread: its creator's.
class RemoteProcess : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RemoteProcess)

public:
    using QObject::QObject;
    virtual void stop() = 0; ///< finished() follows

signals:
    void readyRead(const QByteArray &bytes); ///< stdout
    /// The command ended or could not start; \a result says how. The last signal.
    void finished(const engine::Result<engine::CommandResult> &result);
};

class BulkSession;

/// The engine's only interface to a machine. Thread: the owner's, except run() and stream(), which any thread may call;
/// futures finish in any. A shared host is deleted in the owner's thread (sharedHost()). Errors: Unreachable, Timeout,
/// Canceled, CommandFailed (it could not be started), NotFound, IoError.
class RemoteHost : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RemoteHost)

public:
    using QObject::QObject;

    /// Opens the connection to the machine; answers at once when it is open. One attempt: the caller decides about a
    /// retry. Further errors: AuthenticationFailed, HostKeyUnknown, HostKeyChanged; with Error::question when an answer
    /// would help. Canceling the future ends the attempt.
    virtual QFuture<Result<void>> open(const QList<Answer> &answers = {}) = 0;
    /// Ends every command and connection, without closed(). open() may follow.
    virtual void close() = 0;
    [[nodiscard]] virtual bool isOpen() const = 0;
    /// Checks whether the machine still answers, within seconds; closed() if not.
    virtual void checkNow() { }
    /// Of the open connection: the checked host key, and options of the SSH configuration that are not supported.
    [[nodiscard]] virtual QString hostKey() const { return {}; }
    [[nodiscard]] virtual QList<Message> notHonoured() const { return {}; }
    /// Round trip time when the connection was opened; 0 when unknown. Any thread.
    [[nodiscard]] virtual std::chrono::microseconds roundTrip() const { return {}; }

    virtual QFuture<Result<CommandResult>> run(const RemoteCommand &command) = 0;
    /// The process lives in the calling thread and is stopped by its destruction.
    virtual std::unique_ptr<RemoteProcess> stream(const RemoteCommand &command) = 0;
    virtual RemoteFiles &files() = 0;
    /// A connection of its own for bulk data; any thread. Unreachable when the host is not open. A canceled call
    /// finishes soon, however long its login takes.
    virtual QFuture<Result<std::shared_ptr<BulkSession>>> openBulk() = 0;
    /// Hint that \a sessions bulk sessions, including those in use, will be needed within half a minute. Any thread.
    virtual void prepareBulk(size_t sessions) { Q_UNUSED(sessions) }

signals:
    void stepBegan(engine::ConnectStep step); ///< of open(), up to Authenticate
    /// The connection was lost; running commands have been answered with Unreachable. open() makes a new connection.
    void closed(const engine::Error &reason);
};

/// A host shared by several threads, destroyed in the thread in which it lives.
template <typename Host, typename... Arguments> std::shared_ptr<RemoteHost> sharedHost(Arguments &&...arguments)
{
    return {new Host(std::forward<Arguments>(arguments)...), [](RemoteHost *host) { host->deleteLater(); }};
}

} // namespace engine
