// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"

namespace engine {

/// Errors with which an open connection to a machine ends. Any thread.
[[nodiscard]] Error connectionLost(const QString &technical); ///< Unreachable
[[nodiscard]] Error connectionClosed(); ///< Canceled: closed on this side
[[nodiscard]] Error connectionSilent(); ///< Unreachable: keep-alive requests were not answered

} // namespace engine
