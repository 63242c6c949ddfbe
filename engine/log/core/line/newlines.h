// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace engine::logcore {

struct SkippedLines
{
    std::int64_t count = 0; ///< skipped newlines, at most the requested number
    std::size_t end = 0; ///< offset after the last skipped newline; the end of the bytes if there were too few
};

/// Skips \a count newlines. Pure; any thread.
[[nodiscard]] SkippedLines skipLines(std::string_view bytes, std::int64_t count);
[[nodiscard]] std::int64_t countNewlines(std::string_view bytes);

} // namespace engine::logcore
