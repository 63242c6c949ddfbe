// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"
#include "engine/remote/bulksession.h"

#include <optional>
#include <stop_token>

namespace engine {

/// As answerOf(), of the first command on a session; none: nobody there runs commands, or the way is lost, which the
/// session's next user hears.
[[nodiscard]] std::optional<Result<QByteArray>> shellAnswerOf(BulkSession &session, const QByteArray &call);
/// The same of a command that says more behind "@bd end": \a rest begins with it.
[[nodiscard]] std::optional<Result<QByteArray>> shellAnswerBefore(BulkCommand &command, QByteArray &rest);
/// A command's answer to \a input, to the end; CommandFailed with its last words when it failed, or said "@bd failed".
[[nodiscard]] Result<QByteArray> answerOf(BulkSession &session, const QByteArray &call, const QByteArray &input = {});
/// The same; Canceled when it says something and \a stop wants no more. It ends soon then if it says something now and
/// then.
[[nodiscard]] Result<QByteArray> answerUntil(const std::stop_token &stop, BulkSession &session, const QByteArray &call,
                                             const QByteArray &input);

/// Ends a name in what a command hears on its stdin, where one that was cut would do harm: it may be another's then.
inline constexpr QByteArrayView wholeName("//", 3); // with the NUL
/// Whether what a machine's tools said of one file will come of all others: its disk is full, or gone.
[[nodiscard]] bool isOfTheDisk(const QByteArray &words);
/// CommandFailed: a machine's tools say why. Its words are the cause, which they say last; all they said is technical.
[[nodiscard]] Error couldNot(const QByteArray &said);
/// So that nobody takes the way for one that is not used; whoever uses it next hears what is wrong. One at a time, as
/// any command.
void keepAwake(BulkSession &session);
/// NotFound: the source \a name in \a folder.
[[nodiscard]] Error noSource(const QByteArray &folder, const QByteArray &name);
/// Those that bd_source says are missing.
[[nodiscard]] QByteArrayList missingSources(const QByteArray &answer, const QByteArrayList &names);
/// What commands would do cannot be done there: CommandFailed; SFTP may still serve.
[[nodiscard]] Error lacksShell();
/// Somebody killed what worked there, before it was through: Unreachable, as it may be well another time.
[[nodiscard]] Error endedEarly();
[[nodiscard]] bool isLackOfShell(const Error &error);
/// Why no way to a machine is left, when its sftp server is none, either.
[[nodiscard]] Error lacksTools(const Error &ofSftp);

/// What a command says of the trash, in lines "@bd kept PATH": names there of what was in \a folder.
[[nodiscard]] QList<TrashedFile> keptIn(const QByteArray &answer, const QByteArray &folder);

/// One of our scripts and a call of one of its functions, each word quoted.
[[nodiscard]] QByteArray scriptCall(const char *script, const char *function, const QByteArrayList &words);
/// The same of files.sh, behind trash.sh, and of transfer.sh, behind trash.sh and place.sh.
[[nodiscard]] QByteArray filesCall(const char *function, const QByteArrayList &words);
[[nodiscard]] QByteArray transferCall(const char *function, const QByteArrayList &words);

} // namespace engine
