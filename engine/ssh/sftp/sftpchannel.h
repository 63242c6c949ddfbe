// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QByteArrayView>

#include <chrono>

namespace engine {

/// A two-way byte stream to an SFTP server. Blocking. One thread, but for abort(). Destruction closes the stream
/// without waiting for the server. Errors: Timeout; Unreachable when the connection is lost; CommandFailed when only
/// the server ended; Canceled after abort().
class SftpChannel
{
public:
    virtual ~SftpChannel() = default;
    /// Writes all of \a bytes. Timeout when none can be sent for \a patience.
    virtual Result<void> write(QByteArrayView bytes, std::chrono::milliseconds patience) = 0;
    /// Reads 1 to \a most bytes into \a to; 0 when none arrives within \a patience.
    virtual Result<qsizetype> read(char *to, qsizetype most, std::chrono::milliseconds patience) = 0;
    /// False when the server is known to have ended the stream. Does not wait.
    virtual bool isAlive() = 0;
    /// Any thread: ends the stream, and calls that block in it within milliseconds.
    virtual void abort() = 0;
};

} // namespace engine
