// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/nodeagent.h"

namespace engine {

/// What our scripts print: lines that begin with "@bd "; anything else (a banner, a profile's chatter) is not ours.
/// Pure; any thread. An answer that is not whole or makes no sense is CommandFailed, its text in Error::technical.

/// The words after "@bd " of every line of ours.
[[nodiscard]] QList<QByteArray> answerLines(const QByteArray &output);

/// The states of \a count attempts, as wrapper.sh's status, start, kill and void answer. One whose line makes no sense
/// is Unclear and spoils no other.
[[nodiscard]] Result<QList<AttemptStatus>> parseStatus(const CommandResult &result, qsizetype count);

/// True when a program's words (in the C locale) say that a disk or a quota is full.
[[nodiscard]] bool saysDiskFull(const QString &words);

/// That a signal ended the shell of an attempt that exited before its command began: then it had no chance to say why.
/// Nothing when none did.
[[nodiscard]] std::optional<Message> killedWords(const AttemptStatus &status);

/// CommandFailed with what the machine said instead of an answer.
[[nodiscard]] Error unexpectedAnswer(const CommandResult &result);

/// A new mark for the last line of a payload, where wrapper.sh wants it: tells a payload that was cut. It is seen in
/// the process list, and says nothing of the payload.
[[nodiscard]] QByteArray payloadMark();

/// \a text as one word of a POSIX shell.
[[nodiscard]] QByteArray shellWord(const QString &text);

} // namespace engine
