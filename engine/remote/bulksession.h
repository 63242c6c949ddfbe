// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"

namespace engine {

/// A command that moves bulk data. Its calls block until the machine accepts or sends data; BulkSession::abort()
/// unblocks them. One thread. Destruction closes the channel. Errors: Unreachable when the connection is lost or
/// aborted; CommandFailed when the command could not be started, which may be reported as late as the first read.
class BulkCommand
{
public:
    static constexpr qsizetype mostErrors = 1024 * 1024; ///< of stderr: finish() returns its last bytes

    virtual ~BulkCommand() = default;
    virtual Result<void> write(QByteArrayView bytes) = 0; ///< writes all of \a bytes to its stdin
    virtual Result<void> closeInput() = 0;
    /// Waits for output and copies at most \a most bytes to \a to; 0 at the end of the output.
    virtual Result<qsizetype> readInto(char *to, qsizetype most) = 0;
    [[nodiscard]] Result<QByteArray> read(qsizetype most)
    {
        QByteArray some(most, Qt::Uninitialized);
        const Result<qsizetype> count = readInto(some.data(), most);
        if (!count)
            return count.error();
        some.truncate(*count);
        return some;
    }
    /// The output received so far, without waiting.
    virtual Result<QByteArray> takeOutput() = 0;
    /// Reads the remaining output and waits for the end.
    virtual Result<CommandResult> finish() = 0;

protected:
    static void keepEnd(QByteArray &errors) ///< of the received bytes
    {
        if (errors.size() > 2 * mostErrors)
            errors = errors.last(mostErrors);
    }
};

class SftpClient;

/// A login of its own to a machine, used by one thread, except for abort() and movedBytes().
class BulkSession
{
public:
    virtual ~BulkSession() = default;
    /// /bin/sh runs \a script. One command at a time, for speed. It ends when its stdin is closed.
    virtual Result<std::unique_ptr<BulkCommand>> start(const QByteArray &script) = 0;
    /// The machine's files over SFTP, in place of commands from then on; every call returns the same object, which
    /// lives as long as the session.
    virtual Result<std::shared_ptr<SftpClient>> sftp()
    {
        return Error{ErrorCode::IoError, QT_TRANSLATE_NOOP("engine", "There is no sftp server on this way.")};
    }
    virtual void abort() = 0; ///< any thread: blocked calls fail at once, and so do all later calls
    /// Marks the session as reusable: when it is released, another user may get it. Any thread.
    virtual void keep() { }
    /// The machine closed the connection, as far as it was noticed.
    [[nodiscard]] virtual bool hasHungUp() const { return false; }
    /// Name or address by which the machine was reached, from here or from its jump host; empty when unknown.
    [[nodiscard]] virtual QString address() const { return {}; }
    /// Round trip time to the machine as measured by the system; 0 when unknown.
    [[nodiscard]] virtual std::chrono::microseconds roundTrip() const = 0;
    /// Bytes in both directions, any thread: shows whether data moves.
    [[nodiscard]] virtual quint64 movedBytes() const = 0;
};

} // namespace engine
