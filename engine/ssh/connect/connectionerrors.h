// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"

namespace engine {

/// The errors with which an open connection ends. Any thread.
[[nodiscard]] Error connectionLost(const QString &technical); ///< Unreachable
[[nodiscard]] Error connectionClosed(); ///< Canceled: we closed it
[[nodiscard]] Error connectionSilent(); ///< Unreachable: the machine did not answer keepalive requests

} // namespace engine
