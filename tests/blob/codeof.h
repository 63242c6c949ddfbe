// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

namespace testing {

/// The word of a result's error, "NotFound"; empty for a success.
template <typename T> [[nodiscard]] QString codeOf(const engine::Result<T> &result)
{
    return result ? QString() : toString(result.error().code);
}

} // namespace testing
