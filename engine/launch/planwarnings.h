// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/launchplan.h"

namespace engine {

/// Warnings about \a plan, each with its place in the job's document; mounts of nodes have their place in the cluster's
/// document. Codes: "Unmapped", "Placeholder", "UndefinedVariable", "NotMounted", "LogsOnBlob", "NotShared",
/// "RelativePath", "OfJob", "TooManyProcesses", "NodeToNodeSsh", "ContainerIgnored", "ContainerMpi", "LongValue". Pure.
[[nodiscard]] QList<Fault> warningsOf(const PlanView &view, const LaunchPlan &plan);

} // namespace engine
