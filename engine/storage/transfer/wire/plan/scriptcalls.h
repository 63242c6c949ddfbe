// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"
#include "engine/remote/bulksession.h"

#include <optional>
#include <stop_token>

namespace engine {

/// As answerOf(), for the first command on a session. None: the machine runs no commands, or the connection is lost,
/// which the session's next command reports.
[[nodiscard]] std::optional<Result<QByteArray>> shellAnswerOf(BulkSession &session, const QByteArray &call);
/// The same of a command whose output goes on behind "@bd end". \a rest gets the beginning of that.
[[nodiscard]] std::optional<Result<QByteArray>> shellAnswerBefore(BulkCommand &command, QByteArray &rest);
/// All output of a command that got \a input. CommandFailed, with the last words of it: the command failed, or wrote
/// "@bd failed".
[[nodiscard]] Result<QByteArray> answerOf(BulkSession &session, const QByteArray &call, const QByteArray &input = {});
/// The same; Canceled when \a stop is requested. That is checked when output arrives, so the command has to write now
/// and then.
[[nodiscard]] Result<QByteArray> answerUntil(const std::stop_token &stop, BulkSession &session, const QByteArray &call,
                                             const QByteArray &input);

/// Ends a name on a command's stdin, where a name that was cut off would do harm, as it may be that of another file.
inline constexpr QByteArrayView wholeName("//", 3); // with the NUL
/// Whether an error of a machine's tools applies to all files: the disk is full, or gone.
[[nodiscard]] bool isOfTheDisk(const QByteArray &words);
/// CommandFailed with the error output of a machine's tools: the last line is the cause, all of it is `technical`.
[[nodiscard]] Error couldNot(const QByteArray &said);
/// Runs a command without effect, so that the connection does not count as idle. Its error is dropped, as the next
/// command on the session reports the same.
void keepAwake(BulkSession &session);
/// NotFound: the source \a name in \a folder.
[[nodiscard]] Error noSource(const QByteArray &folder, const QByteArray &name);
/// The sources that bd_source reports as missing.
[[nodiscard]] QByteArrayList missingSources(const QByteArray &answer, const QByteArrayList &names);
/// CommandFailed: the machine cannot run our commands. SFTP may still work.
[[nodiscard]] Error lacksShell();
/// Unreachable: a command was killed before its end. Another try may succeed.
[[nodiscard]] Error endedEarly();
[[nodiscard]] bool isLackOfShell(const Error &error);
/// Why files cannot be brought to or from a machine when SFTP does not work, either.
[[nodiscard]] Error lacksTools(const Error &ofSftp);

/// Parses lines "@bd kept PATH" of a command: files that are in the trash and were in \a folder.
[[nodiscard]] QList<TrashedFile> keptIn(const QByteArray &answer, const QByteArray &folder);

/// A shell text: one of our scripts, and a call of one of its functions with quoted words.
[[nodiscard]] QByteArray scriptCall(const char *script, const char *function, const QByteArrayList &words);
/// The same of files.sh with trash.sh, and of transfer.sh with trash.sh and place.sh.
[[nodiscard]] QByteArray filesCall(const char *function, const QByteArrayList &words);
[[nodiscard]] QByteArray transferCall(const char *function, const QByteArrayList &words);

} // namespace engine
