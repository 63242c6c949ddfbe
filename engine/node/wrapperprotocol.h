// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/nodeagent.h"

namespace engine {

/// Decoding of the output of our scripts: lines that begin with "@bd "; other lines (a banner, output of a profile) are
/// ignored. Pure; any thread. An incomplete or invalid answer is CommandFailed, with its text in Error::technical.

/// The words after "@bd " of each such line.
[[nodiscard]] QList<QByteArray> answerLines(const QByteArray &output);

/// The states of \a count attempts, from the answer of status, start, kill or void of wrapper.sh. An attempt with an
/// invalid line is Unclear, without effect on the others.
[[nodiscard]] Result<QList<AttemptStatus>> parseStatus(const CommandResult &result, qsizetype count);

/// Whether an error message in the C locale says that a disk or a quota is full.
[[nodiscard]] bool saysDiskFull(const QString &words);

/// Message for an attempt that exited before its command began because a signal killed its shell, which could not
/// report why; nullopt otherwise.
[[nodiscard]] std::optional<Message> killedWords(const AttemptStatus &status);

/// CommandFailed with the output of the machine in place of an answer.
[[nodiscard]] Error unexpectedAnswer(const CommandResult &result);

/// A new mark for the last line of a payload, by which wrapper.sh recognizes a cut one. It is visible in the process
/// list, and reveals nothing of the payload.
[[nodiscard]] QByteArray payloadMark();

/// \a text as one word of a POSIX shell.
[[nodiscard]] QByteArray shellWord(const QString &text);

} // namespace engine
