// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace engine::logcore {

struct SkippedLines
{
    std::int64_t count = 0; ///< newlines passed, at most as many as asked for
    std::size_t end = 0; ///< behind the last of them; the end of the bytes when there were fewer
};

/// Passes \a count newlines. Pure; any thread.
[[nodiscard]] SkippedLines skipLines(std::string_view bytes, std::int64_t count);
[[nodiscard]] std::int64_t countNewlines(std::string_view bytes);

} // namespace engine::logcore
