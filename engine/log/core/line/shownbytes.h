// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <string>
#include <string_view>

namespace engine::logcore {

/// \a text without terminal control sequences: colours, titles, links, character sets. Pure; any thread.
[[nodiscard]] std::string withoutControlSequences(std::string_view text);

/// Index after the control sequence that begins at \a at (ECMA-48). Pure; any thread.
[[nodiscard]] std::size_t behindSequence(std::string_view text, std::size_t at);

/// \a lines as they are shown: the last state of rewritten lines, without control sequences. \a scratch holds the
/// result if it differs from \a lines.
[[nodiscard]] std::string_view shownLines(std::string_view lines, std::string &scratch);

} // namespace engine::logcore
