// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/nodeagent.h"

namespace engine {

/// The output of our scripts: lines that begin with "@bd "; other lines (a banner, output of a login script) are
/// ignored. Pure; any thread. Incomplete or unreadable output is CommandFailed, its text in Error::technical.

/// The text after "@bd " of each of our lines.
[[nodiscard]] QList<QByteArray> answerLines(const QByteArray &output);

/// The states of \a count attempts in the output of wrapper.sh's status, start, kill and void. An attempt whose line
/// cannot be read is Unclear.
[[nodiscard]] Result<QList<AttemptStatus>> parseStatus(const CommandResult &result, qsizetype count);

/// True when \a words, a program's error output in the C locale, means that a disk or a quota is full.
[[nodiscard]] bool saysDiskFull(const QString &words);

/// The message for an attempt whose shell a signal ended before its command began, which therefore left no message of
/// its own. Nothing otherwise.
[[nodiscard]] std::optional<Message> killedWords(const AttemptStatus &status);

/// CommandFailed with the machine's output in place of an answer.
[[nodiscard]] Error unexpectedAnswer(const CommandResult &result);

/// A random mark for the last line of a payload, by which wrapper.sh detects a cut payload. The mark is visible in the
/// process list; it is independent of the payload.
[[nodiscard]] QByteArray payloadMark();

/// \a text as one word of a POSIX shell.
[[nodiscard]] QByteArray shellWord(const QString &text);

} // namespace engine
