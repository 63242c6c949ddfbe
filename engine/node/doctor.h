// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/doctorfinding.h"
#include "engine/remote/remotehost.h"

#include <span>

namespace engine {

/// Message for a word that a script on a machine prints about a check.
struct FindingWords
{
    const char *word; ///< printed by the script
    DoctorFinding::State state;
    const char *message; ///< with "%1"… for the facts
    const char *remedy;
};
/// The row of \a word in \a table; null for a word of a later script. Pure.
[[nodiscard]] const FindingWords *findingWords(std::span<const FindingWords> table, const QString &word);
/// \a facts are text from a machine, made safe for a label and cut. \a hasSizes: all but the first are KiB. Pure.
[[nodiscard]] DoctorFinding findingOf(const QString &check, const FindingWords &words, const QStringList &facts,
                                      bool hasSizes);

/// The findings in the output of doctor.sh, which ran between \a sentMs and \a receivedMs of this computer's clock. A
/// finding has a remedy unless all is well. Unknown words of a later script are skipped. Output before the first word
/// is reported as output of the login. Pure; any thread. CommandFailed when the output is incomplete.
[[nodiscard]] Result<QList<DoctorFinding>> parseDoctor(const CommandResult &result, qint64 sentMs, qint64 receivedMs);

} // namespace engine
