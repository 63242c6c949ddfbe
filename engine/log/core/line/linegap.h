// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <algorithm>
#include <cstdint>

namespace engine::logcore {

/// A line that replaces others, which were removed from the file while it was read.
struct LineGap
{
    std::int64_t line = -1; ///< the line with the notice; -1 when there is no gap
    std::int64_t taken = 0; ///< decrease of the line numbers after it, since the file was first read

    bool operator==(const LineGap &) const = default;
};

/// Current number of \a line. Gaps only grow: a removed line gets the number of the notice.
[[nodiscard]] inline std::int64_t movedLine(std::int64_t line, const LineGap &before, const LineGap &now)
{
    if (line == before.line && before.line >= 0)
        return now.line;
    const bool isBefore = before.line >= 0 ? line < before.line : line < now.line;
    return isBefore ? std::min(line, now.line) : std::max(now.line, line + before.taken - now.taken);
}

} // namespace engine::logcore
