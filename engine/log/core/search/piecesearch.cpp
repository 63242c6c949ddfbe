// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/search/piecesearch.h"

#include "engine/log/core/line/newlines.h"
#include "engine/log/core/line/shownbytes.h"

#include <algorithm>

namespace engine::logcore {

namespace {

constexpr std::int64_t overlap = 64 * 1024;

/// Reused memory of a thread.
struct Buffers
{
    std::string bytes;
    std::string shown;
};

std::string_view readShown(const LogContent &content, std::int64_t begin, std::int64_t length)
{
    thread_local Buffers buffers;
    if (buffers.bytes.size() < std::size_t(length))
        buffers.bytes.resize(std::size_t(length));
    const std::int64_t count = content.file().read(begin, buffers.bytes.data(), length);
    return shownLines(std::string_view(buffers.bytes).substr(0, std::size_t(count)), buffers.shown);
}

} // namespace

MatchOutcome searchPiece(const LogContent &content, const LogContent::Piece &piece, const Pattern &pattern,
                         std::vector<std::uint32_t> &found, const std::function<bool()> &isCanceled)
{
    if (const std::optional<LineSpan> span = content.longSpan(piece)) {
        bool isFound = false;
        const MatchOutcome outcome = searchSpan(content, *span, pattern, isFound, isCanceled);
        if (isFound)
            found.push_back(0);
        return outcome;
    }
    const std::string_view lines = readShown(content, piece.begin.offset, piece.end.offset - piece.begin.offset);
    if (countNewlines(lines) != piece.end.line - piece.begin.line)
        return MatchOutcome::Outdated;
    return pattern.matchingLines(lines, found, isCanceled);
}

MatchOutcome searchSpan(const LogContent &content, const LineSpan &span, const Pattern &pattern, bool &isFound,
                        const std::function<bool()> &isCanceled)
{
    std::int64_t begin = span.begin;
    while (true) {
        if (isCanceled())
            return MatchOutcome::Canceled;
        const std::int64_t end = std::min(begin + pieceBytes, span.end);
        const std::string_view part = readShown(content, begin, end - begin);
        const MatchOutcome outcome =
            pattern.isInPart(part, {begin == span.begin, end == span.end}, isFound, isCanceled);
        if (isFound || end == span.end || outcome != MatchOutcome::Done)
            return outcome;
        begin = end - overlap;
    }
}

std::int64_t firstMatchEnd(const LogContent &content, const LineSpan &span, const Pattern &pattern,
                           const std::function<bool()> &isCanceled)
{
    const auto isIn = [&](std::int64_t begin, std::int64_t end, MatchOutcome &outcome) {
        bool isFound = false;
        const std::string_view part = readShown(content, begin, end - begin);
        outcome = pattern.isInPart(part, {begin == span.begin, end == span.end}, isFound, isCanceled);
        return isFound;
    };
    MatchOutcome outcome = MatchOutcome::Done;
    std::int64_t begin = span.begin;
    std::int64_t end = std::min(begin + pieceBytes, span.end);
    while (!isIn(begin, end, outcome)) {
        if (end == span.end || outcome != MatchOutcome::Done || isCanceled())
            return -1;
        begin = end - overlap;
        end = std::min(begin + pieceBytes, span.end);
    }
    for (std::int64_t low = begin; end - low > 1;) { // invariant: no match up to low, a match up to end
        const std::int64_t middle = low + (end - low) / 2;
        (isIn(begin, middle, outcome) ? end : low) = middle;
    }
    return end;
}

} // namespace engine::logcore
