// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"
#include "engine/ssh/sftp/sftpwire.h"

namespace engine {

enum class SftpPurpose { Read, Change };

// How requests to an SFTP server fail. Pure; any thread.

/// Why the server refused, as an English phrase.
[[nodiscard]] QString refusalWords(const SftpStatus &status);
/// The server refused: NotFound or IoError.
[[nodiscard]] Error refusedError(const SftpStatus &status, const QString &path, SftpPurpose purpose);
/// IoError in \a reason's own words, an English phrase.
[[nodiscard]] Error refusedError(const QString &reason, const QString &path, SftpPurpose purpose);
[[nodiscard]] Error existsError(const QString &path); ///< AlreadyExists
[[nodiscard]] Error silenceError(); ///< Timeout
[[nodiscard]] Error noServerError(const QString &technical); ///< IoError: the machine has none
[[nodiscard]] Error greetingError(const QString &technical); ///< IoError: whoever answers is none
[[nodiscard]] Error serverEndedError(); ///< CommandFailed
/// IoError: what the server sent makes no sense, and ended the session.
[[nodiscard]] Error protocolError(const QString &technical);

} // namespace engine
