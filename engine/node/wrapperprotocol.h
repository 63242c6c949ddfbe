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

/// CommandFailed with what the machine said instead of an answer.
[[nodiscard]] Error unexpectedAnswer(const CommandResult &result);

/// The last line of a payload as wrapper.sh wants it, without its end of line: tells a payload that was cut.
[[nodiscard]] QByteArray payloadMark(const QByteArray &payload);

/// \a text as one word of a POSIX shell.
[[nodiscard]] QByteArray shellWord(const QString &text);

} // namespace engine
