// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/options.h"
#include "engine/protocol/jobs.h"

namespace ctl {

class Session;

/// "job create", "job plan" and "job check": what is asked for.
[[nodiscard]] engine::Result<engine::GivenJob> jobRequest(Session &session);
/// What all three are told beside the job's name and place.
[[nodiscard]] QList<Option> jobRequestOptions();

} // namespace ctl
