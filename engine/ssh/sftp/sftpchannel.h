// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QByteArrayView>

#include <chrono>

namespace engine {

/// A two-way stream of bytes to an SFTP server. Blocking. One thread, but for abort(); its destruction closes it,
/// without waiting for the other side. Errors: Timeout; Unreachable when the way to the machine is gone; CommandFailed
/// when only the server ended; Canceled when it was aborted.
class SftpChannel
{
public:
    virtual ~SftpChannel() = default;
    /// All of \a bytes. Timeout when the other side takes none for \a patience.
    virtual Result<void> write(QByteArrayView bytes, std::chrono::milliseconds patience) = 0;
    /// At least one byte and at most \a most into \a to; 0 when none comes in time.
    virtual Result<qsizetype> read(char *to, qsizetype most, std::chrono::milliseconds patience) = 0;
    /// Whether the other side has not ended it, as far as is known. Does not wait.
    virtual bool isAlive() = 0;
    /// Any thread: ends it, and what blocks in it within milliseconds.
    virtual void abort() = 0;
};

} // namespace engine
