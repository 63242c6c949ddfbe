// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"
#include "engine/ssh/sftp/sftpwire.h"

namespace engine {

enum class SftpPurpose { Read, Change };

// The errors of requests to an SFTP server. Pure; any thread.

/// The cause of the server's refusal, as an English phrase.
[[nodiscard]] QString refusalWords(const SftpStatus &status);
/// The server refused: NotFound or IoError.
[[nodiscard]] Error refusedError(const SftpStatus &status, const QString &path, SftpPurpose purpose);
/// IoError with \a reason, an English phrase.
[[nodiscard]] Error refusedError(const QString &reason, const QString &path, SftpPurpose purpose);
[[nodiscard]] Error existsError(const QString &path); ///< AlreadyExists
[[nodiscard]] Error silenceError(); ///< Timeout
[[nodiscard]] Error noServerError(const QString &technical); ///< IoError: the machine has no SFTP server
[[nodiscard]] Error greetingError(const QString &technical); ///< IoError: the program that answered is no SFTP server
[[nodiscard]] Error serverEndedError(); ///< CommandFailed
/// IoError: the server violated the protocol, which ended the session.
[[nodiscard]] Error protocolError(const QString &technical);

} // namespace engine
