// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

namespace ctl {

class Session;

/// What Session::confirm() asks before \a id is deleted. Somebody on a terminal is told what goes with it, which jobs
/// it ends, and what stays. It asks no machine.
[[nodiscard]] QString deletionQuestion(Session &session, const engine::ResourceId &id);

} // namespace ctl
