// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engine.h"

namespace engine {

/// The paths of a profile. All pure but for prepareProfile() and socketPath()'s look at the system; any thread.
/// profileDirectory() stands in engine/api/engine.h; it makes nothing.

/// Makes the directory and its log folder, for the owner's eyes only (0700). IoError.
Result<void> prepareProfile(const QString &profile);

/// Where the profile's engine listens: PROFILE/socket; where that is too long for the system,
/// $XDG_RUNTIME_DIR/batchdeck-HASH.sock, or without one /tmp/batchdeck-UID/HASH.sock.
[[nodiscard]] QString socketPath(const QString &profile);
/// Makes the folder of \a socket where it is the one in /tmp, and refuses one that others could write to. IoError.
Result<void> prepareSocketFolder(const QString &socket);

[[nodiscard]] QString lockPath(const QString &profile);
[[nodiscard]] QString logDirectory(const QString &profile);
/// What a serve that was started by a client writes to.
[[nodiscard]] QString serveLogPath(const QString &profile);

} // namespace engine
