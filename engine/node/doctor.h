// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/doctorfinding.h"
#include "engine/remote/remotehost.h"

namespace engine {

/// What doctor.sh printed between \a sentMs and \a receivedMs of our clock, in words. What is well has no remedy, all
/// else has one. What a later script says beside is left out. What came before its first word is the login's, whatever
/// the script says of that. Pure; any thread. CommandFailed when the answer is not whole.
[[nodiscard]] Result<QList<DoctorFinding>> parseDoctor(const CommandResult &result, qint64 sentMs, qint64 receivedMs);

} // namespace engine
