// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engine.h"

namespace engine {

/// Paths of a profile. All pure but prepareProfile() and socketPath(), which look at the file system; any thread.
/// profileDirectory() is in engine/api/engine.h.

/// Creates the directory and its log folder with mode 0700. IoError.
Result<void> prepareProfile(const QString &profile);

/// The socket of the profile's engine: PROFILE/socket; if that path is too long for the system,
/// $XDG_RUNTIME_DIR/batchdeck-HASH.sock, or without XDG_RUNTIME_DIR /tmp/batchdeck-UID/HASH.sock.
[[nodiscard]] QString socketPath(const QString &profile);
/// Creates the folder of \a socket if it is the one in /tmp. IoError if other users can write to it.
Result<void> prepareSocketFolder(const QString &socket);

[[nodiscard]] QString lockPath(const QString &profile);
[[nodiscard]] QString logDirectory(const QString &profile);
/// Log of a serve that a client started.
[[nodiscard]] QString serveLogPath(const QString &profile);

} // namespace engine
