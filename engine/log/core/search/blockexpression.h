// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace engine::logcore {

struct BlockExpression
{
    std::string expression;
    std::string literal; ///< literal in every matching line; may be empty
};

/// A PCRE2 expression that, matched with PCRE2_MULTILINE over a block of lines, gives the same result as \a expression
/// on each line: nothing in it matches a newline or the end of the subject. Nothing when that cannot be guaranteed;
/// such expressions are matched line by line. Pure; any thread.
[[nodiscard]] std::optional<BlockExpression> blockExpression(std::string_view expression);

} // namespace engine::logcore
