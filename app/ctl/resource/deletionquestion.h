// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

namespace ctl {

class Session;

/// Text of Session::confirm() before \a id is deleted. On a terminal it lists what is deleted as well, which jobs are
/// stopped, and what stays. Contacts no machine.
[[nodiscard]] QString deletionQuestion(Session &session, const engine::ResourceId &id);

} // namespace ctl
