// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <algorithm>
#include <cstdint>

namespace engine::logcore {

/// A line that stands for others, which were taken out of a file while it was read.
struct LineGap
{
    std::int64_t line = -1; ///< that tells of it; -1: there is none
    std::int64_t taken = 0; ///< by how many the numbers behind it are lower than when the file was first read

    bool operator==(const LineGap &) const = default;
};

/// The number that a line has by now. Gaps only widen: one that was taken has that of the line that stands for it.
[[nodiscard]] inline std::int64_t movedLine(std::int64_t line, const LineGap &before, const LineGap &now)
{
    if (line == before.line && before.line >= 0)
        return now.line;
    const bool isBefore = before.line >= 0 ? line < before.line : line < now.line;
    return isBefore ? std::min(line, now.line) : std::max(now.line, line + before.taken - now.taken);
}

} // namespace engine::logcore
