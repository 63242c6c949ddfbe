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
    std::string literal; ///< bytes that are in every line that matches; may be empty
};

/// A regular expression (PCRE2's) that means over a block of lines, matched with PCRE2_MULTILINE, what \a expression
/// means over each of the lines alone: nothing in it matches a newline, and nothing asks for the end of the subject.
/// Nothing for those of which we cannot say so; they are matched line by line. Pure; any thread.
[[nodiscard]] std::optional<BlockExpression> blockExpression(std::string_view expression);

} // namespace engine::logcore
