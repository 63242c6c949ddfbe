// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/doctorfinding.h"
#include "engine/remote/remotehost.h"

#include <span>

namespace engine {

/// What a script on a machine says of a check, in words for people.
struct FindingWords
{
    const char *word; ///< the script's
    DoctorFinding::State state;
    const char *message; ///< "%1"…: its facts
    const char *remedy;
};
/// That of \a word in \a table; null: it is of a later script. Pure.
[[nodiscard]] const FindingWords *findingWords(std::span<const FindingWords> table, const QString &word);
/// \a facts: a machine's words, of which a part that is fit for a label is kept. \a hasSizes: those behind the first
/// one are KiB. Pure.
[[nodiscard]] DoctorFinding findingOf(const QString &check, const FindingWords &words, const QStringList &facts,
                                      bool hasSizes);

/// What doctor.sh printed between \a sentMs and \a receivedMs of our clock, in words. What is well has no remedy, all
/// else has one. What a later script says beside is left out. What came before its first word is the login's, whatever
/// the script says of that. Pure; any thread. CommandFailed when the answer is not whole.
[[nodiscard]] Result<QList<DoctorFinding>> parseDoctor(const CommandResult &result, qint64 sentMs, qint64 receivedMs);

} // namespace engine
