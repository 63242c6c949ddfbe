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

/// A command for a machine's POSIX sh. \a script goes to `sh -c`; secrets and payloads only ever through \a input.
struct RemoteCommand
{
    QByteArray script;
    QByteArray input{}; ///< stdin, closed after it
    std::chrono::milliseconds deadline{30'000}; ///< run() only: past it the command is ended and Timeout answered
};

struct CommandResult
{
    int exitCode = 0; ///< 128 + n for signal n; below 0: it is not known, as after some signals
    QByteArray output;
    QByteArray errorOutput; ///< both are cut at 16 MiB
    QByteArray before{}; ///< what a login printed on stdout before the command began: 2000 bytes of it

    [[nodiscard]] bool isKilled() const
    {
        constexpr int signal = 128;
        constexpr int mostSignals = 64; // others have meanings of their own: 255 is what sshd's sftp server ends with
        return exitCode < 0 || (exitCode > signal && exitCode <= signal + mostSignals);
    }
};

/// A command whose output arrives as it is written, until stop(). Thread: its creator's.
class RemoteProcess : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RemoteProcess)

public:
    using QObject::QObject;
    virtual void stop() = 0; ///< ends it; finished() follows

signals:
    void readyRead(const QByteArray &bytes); ///< stdout
    /// It ended or could not start; \a result says how. The last signal.
    void finished(const engine::Result<engine::CommandResult> &result);
};

class BulkSession;

/// The only door from the engine's logic to a machine. Thread: the owner's, but for run() and stream(), which any
/// thread may call; futures finish in any. Who shares it deletes it in the owner's thread (sharedHost()).
/// Errors: Unreachable, Timeout, Canceled, CommandFailed (it could not be started), NotFound, IoError.
class RemoteHost : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RemoteHost)

public:
    using QObject::QObject;

    /// Opens the way to the machine; on an open one it answers at once. One attempt: when it fails, it is for the
    /// caller to say when to try again. Errors beside the above: AuthenticationFailed, HostKeyUnknown, HostKeyChanged;
    /// each with Error::question when an answer would help. Cancelling the future ends the attempt.
    virtual QFuture<Result<void>> open(const QList<Answer> &answers = {}) = 0;
    /// Ends every command and connection; open() may follow. No closed().
    virtual void close() = 0;
    [[nodiscard]] virtual bool isOpen() const = 0;
    /// Asks whether the machine still answers, within seconds; closed() if not.
    virtual void checkNow() { }
    /// Of the open way: the machine's key as it was checked, and what the configuration wants and was not done.
    [[nodiscard]] virtual QString hostKey() const { return {}; }
    [[nodiscard]] virtual QList<Message> notHonoured() const { return {}; }
    /// To the machine and back, as it was when the way was opened; 0: nobody knows. Any thread.
    [[nodiscard]] virtual std::chrono::microseconds roundTrip() const { return {}; }

    virtual QFuture<Result<CommandResult>> run(const RemoteCommand &command) = 0;
    /// The process lives in the calling thread and is stopped by its destruction.
    virtual std::unique_ptr<RemoteProcess> stream(const RemoteCommand &command) = 0;
    virtual RemoteFiles &files() = 0;
    /// A way of its own for bulk data; any thread. Unreachable when the host is not open. One that is cancelled has
    /// finished soon, however long its login takes.
    virtual QFuture<Result<std::shared_ptr<BulkSession>>> openBulk() = 0;
    /// There shall be as many \a sessions soon, including those that somebody has: for who calls openBulk() within half
    /// a minute. Only a hint; any thread.
    virtual void prepareBulk(size_t sessions) { Q_UNUSED(sessions) }

signals:
    void stepBegan(engine::ConnectStep step); ///< of open(), up to Authenticate
    /// The way was lost: what ran has been answered with Unreachable. open() makes a new one.
    void closed(const engine::Error &reason);
};

/// A host that several threads hold; it dies in the thread in which it lives.
template <typename Host, typename... Arguments> std::shared_ptr<RemoteHost> sharedHost(Arguments &&...arguments)
{
    return {new Host(std::forward<Arguments>(arguments)...), [](RemoteHost *host) { host->deleteLater(); }};
}

} // namespace engine
