// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <system_error>

namespace engine {

/// Why \a path of the spool cannot be written. IoError: it may do so later, as on a full disk. InvalidArgument: nothing
/// can be there under that name.
[[nodiscard]] Error spoolError(const QString &path, const std::error_code &error);

/// Why \a path of the spool cannot be read: IoError.
[[nodiscard]] Error unreadSpool(const QString &path, const std::error_code &error);

} // namespace engine
