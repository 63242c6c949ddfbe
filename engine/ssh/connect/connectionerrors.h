// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"

namespace engine {

/// How every connection to a machine ends that was open. Any thread.
[[nodiscard]] Error connectionLost(const QString &technical); ///< Unreachable
[[nodiscard]] Error connectionClosed(); ///< Canceled: by us
[[nodiscard]] Error connectionSilent(); ///< Unreachable: it was asked whether it is there, and says nothing

} // namespace engine
