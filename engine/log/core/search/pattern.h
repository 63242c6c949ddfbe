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
    std::string words; ///< PCRE2's
    std::size_t offset = 0; ///< byte of the expression
};

struct Query
{
    std::string text; ///< UTF-8
    bool isRegex = false;
    bool isCaseSensitive = false;
};

enum class MatchOutcome {
    Done,
    TooHard, ///< the expression takes more steps or memory than it may: a search ends with it
    Canceled,
    Outdated, ///< the bytes are not those that were indexed: their lines have other numbers
};

struct Match
{
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// A part of a line: whether it has the line's beginning, and its end.
struct WhichPart
{
    bool isFirst = true;
    bool isLast = true;
};

/// What is looked for, ready to run. A line matches when the expression does on that line alone; bytes that are no
/// UTF-8 match nothing. Value; any thread, and many at once.
class Pattern final
{
public:
    [[nodiscard]] static std::variant<Pattern, PatternFault> compile(const Query &query);

    /// Numbers, from 0, of those of \a lines that match. \a isCanceled is asked every few dozen kilobytes, and oftener
    /// where that takes long.
    MatchOutcome matchingLines(std::string_view lines, std::vector<std::uint32_t> &found,
                               const std::function<bool()> &isCanceled) const;
    /// The first match in a line from byte \a from on; begin == npos: none. For lines that are being painted: what
    /// takes long is given up.
    MatchOutcome find(std::string_view line, std::size_t from, Match &match) const;
    /// Whether there is a match in a line, or in a part of it.
    MatchOutcome isInPart(std::string_view part, WhichPart which, bool &isFound,
                          const std::function<bool()> &isCanceled) const;
    [[nodiscard]] bool isByBlocks() const; ///< whole blocks are matched at once, not line by line

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
