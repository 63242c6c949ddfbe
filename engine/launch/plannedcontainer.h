// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/launchplan.h"
#include "engine/launch/shellwords.h"

namespace engine {

/// The container of \a node, which finds the folders of \a mounts at their own paths; none when the job asks for none.
/// Pure.
[[nodiscard]] std::optional<PlannedContainer> plannedContainer(const PlanView &view, const PlanNode &node,
                                                               const QList<PlannedMount> &mounts,
                                                               const ShellWords &words);

} // namespace engine
