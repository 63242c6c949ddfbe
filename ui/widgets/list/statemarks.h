// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/job/jobnodes.h"
#include "engine/api/storage/transfers.h"
#include "ui/theme/tokens.h"

namespace ui {

/// The mark of a job; offline if it is running on an unreachable machine.
[[nodiscard]] Mark markOf(engine::JobState state, engine::JobPhase phase, engine::LinkState link);
[[nodiscard]] Mark markOf(engine::NodeState state, engine::LinkState link); ///< that of \a link unless connected
[[nodiscard]] Mark markOf(engine::LinkState link);
/// The mark of a node of a job; offline if unreachable and not ended.
[[nodiscard]] Mark markOf(engine::JobNodeState state, engine::JobPhase phase, bool isOutOfReach);
[[nodiscard]] Mark markOf(engine::TransferState state);
[[nodiscard]] Mark trackMarkOf(engine::TransferState state); ///< of the progress bar

} // namespace ui
