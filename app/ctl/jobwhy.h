// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/session.h"

namespace ctl {

/// Says why a job is not running; of one that failed also what its logs say, read from the spool on this computer.
engine::Result<int> whyJob(Session &session, const engine::ResourceId &id);

} // namespace ctl
