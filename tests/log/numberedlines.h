// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/search/logsearcher.h"

#include <cstdint>
#include <string>
#include <vector>

namespace testing {

/// "line N …"; every seventh line is "marked".
inline std::string numberedLine(std::int64_t number)
{
    return "line " + std::to_string(number) + (number % 7 == 0 ? " marked" : " plain")
        + std::string(std::size_t(number % 90), '.') + '\n';
}

/// Numbers of the lines that \a searcher found.
inline std::vector<std::int64_t> hitsOf(const engine::logcore::LogSearcher &searcher)
{
    std::vector<std::int64_t> lines;
    for (std::int64_t i = 0, count = searcher.state().hits; i < count; ++i)
        lines.push_back(searcher.hitAt(i));
    return lines;
}

} // namespace testing
