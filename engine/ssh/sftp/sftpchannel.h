// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QByteArrayView>

#include <chrono>

namespace engine {

/// A two-way stream of bytes to an SFTP server. Blocking. One thread, except for abort(). Destruction closes the stream
/// without waiting for the server. Errors: Timeout; Unreachable when the connection is lost; CommandFailed when only
/// the server ended; Canceled after abort().
class SftpChannel
{
public:
    virtual ~SftpChannel() = default;
    /// Writes all of \a bytes. Timeout when the server takes none for \a patience.
    virtual Result<void> write(QByteArrayView bytes, std::chrono::milliseconds patience) = 0;
    /// Reads at least one byte and at most \a most into \a to; returns how many, 0 after \a patience.
    virtual Result<qsizetype> read(char *to, qsizetype most, std::chrono::milliseconds patience) = 0;
    /// False once it is known that the server has ended. Does not wait.
    virtual bool isAlive() = 0;
    /// Any thread. Ends the stream; blocked calls fail within milliseconds.
    virtual void abort() = 0;
};

} // namespace engine
