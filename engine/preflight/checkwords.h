// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/doctorfinding.h"
#include "engine/remote/remotehost.h"

namespace engine {

/// A finding in words. \a word is one of check.sh's or of checkplan.cpp's, \a facts what its sentence names; nothing
/// for a word of a later script. With \a isPrepared what is missing may still be brought by a command that runs before
/// the job's own. Pure.
[[nodiscard]] std::optional<DoctorFinding> checkFinding(const QString &check, const QString &word,
                                                        const QStringList &facts, bool isPrepared = false);

/// What check.sh printed. CommandFailed when it is not whole. Pure.
[[nodiscard]] Result<QList<DoctorFinding>> parseCheck(const CommandResult &result, bool isPrepared);

} // namespace engine
