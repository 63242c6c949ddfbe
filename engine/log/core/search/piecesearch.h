// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/logcontent.h"
#include "engine/log/core/search/pattern.h"

namespace engine::logcore {

inline constexpr std::int64_t pieceBytes = 512 * 1024; ///< that a search reads at once; stays in the cache of a core

/// Numbers of the lines of \a piece, from its begin on, that match as they are shown. Reads the disk; any thread.
/// Outdated: lines were taken out of it, which a refresh of the file has yet to see.
MatchOutcome searchPiece(const LogContent &content, const LogContent::Piece &piece, const Pattern &pattern,
                         std::vector<std::uint32_t> &found, const std::function<bool()> &isCanceled);
/// Whether one line matches, however long it is. In one of more than a mebibyte a match of an expression that is longer
/// than 64 KiB may be missed.
MatchOutcome searchSpan(const LogContent &content, const LineSpan &span, const Pattern &pattern, bool &isFound,
                        const std::function<bool()> &isCanceled);

/// Behind the first match in such a line; -1: there is none.
std::int64_t firstMatchEnd(const LogContent &content, const LineSpan &span, const Pattern &pattern,
                           const std::function<bool()> &isCanceled);

} // namespace engine::logcore
