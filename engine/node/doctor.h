// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/doctorfinding.h"
#include "engine/remote/remotehost.h"

#include <span>

namespace engine {

/// The text for one result of a check that a script makes on a machine.
struct FindingWords
{
    const char *word; ///< the script's, e.g. "disk low"
    DoctorFinding::State state;
    const char *message; ///< "%1"… stand for the line's facts
    const char *remedy;
};
/// The row of \a word in \a table; null for a word of a later script. Pure.
[[nodiscard]] const FindingWords *findingWords(std::span<const FindingWords> table, const QString &word);
/// \a facts come from a machine; each is shortened to one line for a label. \a hasSizes: all but the first are sizes in
/// KiB. Pure.
[[nodiscard]] DoctorFinding findingOf(const QString &check, const FindingWords &words, const QStringList &facts,
                                      bool hasSizes);

/// The findings in the output of doctor.sh, which ran between \a sentMs and \a receivedMs (UTC ms by our clock). Every
/// finding but an Ok one has a remedy. Unknown lines are skipped: a later script may print them. Output before the
/// script's is that of the login shell and becomes a finding of its own. Pure; any thread. CommandFailed when the
/// output is incomplete.
[[nodiscard]] Result<QList<DoctorFinding>> parseDoctor(const CommandResult &result, qint64 sentMs, qint64 receivedMs);

} // namespace engine
