// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/logcontent.h"
#include "engine/log/core/search/pattern.h"

namespace engine::logcore {

inline constexpr std::int64_t pieceBytes = 512 * 1024; ///< read at once; fits into the cache of a core

/// Numbers of the lines of \a piece that match as shown. Reads the disk; any thread. Outdated: lines were removed from
/// the file, and it was not refreshed yet.
MatchOutcome searchPiece(const LogContent &content, const LogContent::Piece &piece, const Pattern &pattern,
                         std::vector<std::uint32_t> &found, const std::function<bool()> &isCanceled);
/// Whether one line of any length matches. In a line above 1 MiB, a match longer than 64 KiB may be missed.
MatchOutcome searchSpan(const LogContent &content, const LineSpan &span, const Pattern &pattern, bool &isFound,
                        const std::function<bool()> &isCanceled);

/// End of the first match in the line; -1 when there is none.
std::int64_t firstMatchEnd(const LogContent &content, const LineSpan &span, const Pattern &pattern,
                           const std::function<bool()> &isCanceled);

} // namespace engine::logcore
