// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/doctorfinding.h"
#include "engine/remote/remotehost.h"

namespace engine {

/// A finding in words. \a word is one of check.sh or checkplan.cpp; \a facts are its arguments. Nothing for a word of a
/// later script. With \a isPrepared, a missing program may still be installed by a command before the job's own. Pure.
[[nodiscard]] std::optional<DoctorFinding> checkFinding(const QString &check, const QString &word,
                                                        const QStringList &facts, bool isPrepared = false);

/// Reads the output of check.sh. CommandFailed when it is incomplete. Pure.
[[nodiscard]] Result<QList<DoctorFinding>> parseCheck(const CommandResult &result, bool isPrepared);

} // namespace engine
