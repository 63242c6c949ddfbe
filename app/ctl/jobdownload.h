// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/session.h"

namespace ctl {

/// `job file download`: a file, or all that is in an output directory or a folder of it, comes into a folder of this
/// computer. What the nodes do not share, and more than one of them has, comes into a folder of each node's name there.
[[nodiscard]] engine::Result<int> downloadJobFiles(Session &session);

} // namespace ctl
