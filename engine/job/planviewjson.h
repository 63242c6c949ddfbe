// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/launchplan.h"

namespace engine {

/// What of a view was found out when its job was placed, and would be another one later: nodes, mounts of the cluster,
/// where the volumes live. The job itself is no part of it. Pure.
[[nodiscard]] QJsonObject planViewToJson(const PlanView &view);
[[nodiscard]] PlanView planViewFrom(const QJsonObject &json);

} // namespace engine
