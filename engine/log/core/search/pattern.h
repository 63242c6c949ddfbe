// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace engine::logcore {

struct PatternFault
{
    std::string words; ///< of PCRE2
    std::size_t offset = 0; ///< byte offset in the expression
};

struct Query
{
    std::string text; ///< UTF-8
    bool isRegex = false;
    bool isCaseSensitive = false;
};

enum class MatchOutcome {
    Done,
    TooHard, ///< the expression needs more steps or memory than allowed; a search ends with it
    Canceled,
    Outdated, ///< the bytes differ from the indexed ones: line numbers have changed
};

struct Match
{
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Position of a part in its line: whether it includes the start, and the end.
struct WhichPart
{
    bool isFirst = true;
    bool isLast = true;
};

/// A compiled query. A line matches when the expression matches that line alone; bytes that are not UTF-8 match
/// nothing. Value; any thread, also concurrently.
class Pattern final
{
public:
    [[nodiscard]] static std::variant<Pattern, PatternFault> compile(const Query &query);

    /// Appends the numbers (from 0) of the matching lines. \a isCanceled is called every few dozen kilobytes, and more
    /// often for slow expressions.
    MatchOutcome matchingLines(std::string_view lines, std::vector<std::uint32_t> &found,
                               const std::function<bool()> &isCanceled) const;
    /// The first match in a line at or after byte \a from; begin == npos when there is none. For painting: slow matches
    /// are given up.
    MatchOutcome find(std::string_view line, std::size_t from, Match &match) const;
    /// Whether a line, or a part of one, has a match.
    MatchOutcome isInPart(std::string_view part, WhichPart which, bool &isFound,
                          const std::function<bool()> &isCanceled) const;
    [[nodiscard]] bool isByBlocks() const; ///< matches whole blocks, not line by line

private:
    struct Compiled;
    explicit Pattern(std::shared_ptr<const Compiled> compiled) : m_compiled(std::move(compiled)) { }

    MatchOutcome matchLinesWithLiteral(std::string_view lines, std::uint32_t firstLine,
                                       std::vector<std::uint32_t> &found, std::uint32_t &candidates) const;
    MatchOutcome matchBlock(std::string_view block, std::uint32_t firstLine, std::vector<std::uint32_t> &found) const;
    MatchOutcome matchEachLine(std::string_view block, std::uint32_t firstLine,
                               std::vector<std::uint32_t> &found) const;

    std::shared_ptr<const Compiled> m_compiled;
};

} // namespace engine::logcore
