// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/nodeagent.h"

namespace engine {

/// Reads the output of inventory.sh, which ran between \a sentMs and \a receivedMs (UTC ms by our clock). A fact that
/// cannot be read counts as unknown. Pure; any thread. CommandFailed when the output is incomplete.
[[nodiscard]] Result<Inventory> parseInventory(const CommandResult &result, qint64 sentMs, qint64 receivedMs);

} // namespace engine
