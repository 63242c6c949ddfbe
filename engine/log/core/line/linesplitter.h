// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace engine::logcore {

/// Where a line lies. Text that was rewritten with carriage returns has several states, of which the last is shown.
struct LineSpan
{
    std::int64_t lineBegin = 0; ///< offset of its first byte
    std::int64_t begin = 0; ///< of the state that is shown
    std::int64_t end = 0; ///< of that state
    std::int64_t updates = 0; ///< states that are not empty
};

/// Splits bytes that come piece by piece into LineSpans; its state between two calls is the open line.
class LineSplitter final
{
public:
    explicit LineSplitter(std::int64_t offset) { begin(offset); }
    void begin(std::int64_t offset); ///< a line begins there

    /// Takes the bytes that follow; the lines that ended go to \a ended.
    void take(std::string_view bytes, std::vector<LineSpan> &ended);
    /// The same for bytes without a newline.
    void takeOpen(std::string_view bytes);
    void skip(std::int64_t bytes); ///< that are no part of any state

    [[nodiscard]] std::int64_t offset() const { return m_offset; } ///< behind what was taken
    [[nodiscard]] std::int64_t lineBegin() const { return m_line.lineBegin; }
    [[nodiscard]] LineSpan openLine() const; ///< the line that has not ended, as if it ended here

private:
    void endState(std::int64_t end);

    std::int64_t m_offset = 0;
    std::int64_t m_stateBegin = 0;
    LineSpan m_line;
};

} // namespace engine::logcore
