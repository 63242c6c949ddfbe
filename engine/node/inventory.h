// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/nodeagent.h"

namespace engine {

/// What inventory.sh printed between \a sentMs and \a receivedMs of our clock. Pure; any thread. CommandFailed when the
/// answer is not whole; a fact that makes no sense counts as one that could not be told.
[[nodiscard]] Result<Inventory> parseInventory(const CommandResult &result, qint64 sentMs, qint64 receivedMs);

} // namespace engine
