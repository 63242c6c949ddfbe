// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"

namespace engine {

/// A command that moves bulk data. Its calls block until the machine took or gave something; whoever waits too long is
/// freed by BulkSession::abort(). One thread. Its destruction closes the channel.
/// Errors: Unreachable when the way is lost or was aborted; CommandFailed when it could not be started, which may be
/// heard as late as when it is read.
class BulkCommand
{
public:
    static constexpr qsizetype mostErrors = 1024 * 1024; ///< of stderr, that finish() tells: its end

    virtual ~BulkCommand() = default;
    virtual Result<void> write(QByteArrayView bytes) = 0; ///< all of them, to its stdin
    virtual Result<void> closeInput() = 0;
    /// Waits for output, and puts \a most bytes of it to \a to, or fewer; none at its end.
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
    /// What has arrived meanwhile, without waiting.
    virtual Result<QByteArray> takeOutput() = 0;
    /// Reads the rest, and waits for the end.
    virtual Result<CommandResult> finish() = 0;

protected:
    static void keepEnd(QByteArray &errors) ///< of what was heard so far
    {
        if (errors.size() > 2 * mostErrors)
            errors = errors.last(mostErrors);
    }
};

class SftpClient;

/// A login of its own to a machine, for one thread, but for abort() and movedBytes().
class BulkSession
{
public:
    virtual ~BulkSession() = default;
    /// \a script is run by /bin/sh. One at a time, for the sake of speed. It ends when its stdin does.
    virtual Result<std::unique_ptr<BulkCommand>> start(const QByteArray &script) = 0;
    /// In place of commands, from then on: the machine's files over SFTP; always the same. Lives as long as this.
    virtual Result<std::shared_ptr<SftpClient>> sftp()
    {
        return Error{ErrorCode::IoError, QT_TRANSLATE_NOOP("engine", "There is no sftp server on this way.")};
    }
    virtual void abort() = 0; ///< any thread: whatever waits fails at once, and so does all that follows
    /// All that was done with it went well: when nobody holds it any more it may serve somebody else. Any thread.
    virtual void keep() { }
    [[nodiscard]] virtual bool hasHungUp() const { return false; } ///< the machine, as far as it was heard
    /// The name or address at which the machine was found, by us or by its jump host; empty: nobody knows.
    [[nodiscard]] virtual QString address() const { return {}; }
    /// To the machine and back, as far as the system knows it; 0: it does not.
    [[nodiscard]] virtual std::chrono::microseconds roundTrip() const = 0;
    /// Both ways together, any thread: who watches this sees whether anything moves.
    [[nodiscard]] virtual quint64 movedBytes() const = 0;
};

} // namespace engine
