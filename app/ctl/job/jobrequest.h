// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/options.h"
#include "engine/protocol/jobs.h"

namespace ctl {

class Session;

/// Request of "job create", "job plan" and "job check".
[[nodiscard]] engine::Result<engine::GivenJob> jobRequest(Session &session);
/// Options that these verbs share, in addition to the job's name and parents.
[[nodiscard]] QList<Option> jobRequestOptions();

} // namespace ctl
