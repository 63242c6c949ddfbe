// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <system_error>

namespace engine {

/// Error of writing \a path in the spool. IoError: temporary, e.g. a full disk. InvalidArgument: the name is impossible
/// here.
[[nodiscard]] Error spoolError(const QString &path, const std::error_code &error);

/// Error of reading \a path in the spool: IoError.
[[nodiscard]] Error unreadSpool(const QString &path, const std::error_code &error);

} // namespace engine
