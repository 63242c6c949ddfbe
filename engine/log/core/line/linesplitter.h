// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace engine::logcore {

/// Byte range of a line. A line that was rewritten with carriage returns has several states, of which the last is
/// shown.
struct LineSpan
{
    std::int64_t lineBegin = 0; ///< offset of its first byte
    std::int64_t begin = 0; ///< start of the shown state
    std::int64_t end = 0; ///< end of the shown state
    std::int64_t updates = 0; ///< number of states that are not empty
};

/// Incremental splitter of bytes into LineSpans; keeps the open line between calls.
class LineSplitter final
{
public:
    explicit LineSplitter(std::int64_t offset) { begin(offset); }
    void begin(std::int64_t offset); ///< sets the offset of the next byte, the start of a line

    /// Splits the next bytes; appends the complete lines to \a ended.
    void feed(std::string_view bytes, std::vector<LineSpan> &ended);
    /// As feed(), for bytes without a newline.
    void feedOpen(std::string_view bytes);
    void skip(std::int64_t bytes); ///< skips bytes that belong to no state

    [[nodiscard]] std::int64_t offset() const { return m_offset; } ///< end of the bytes so far
    [[nodiscard]] std::int64_t lineBegin() const { return m_line.lineBegin; }
    [[nodiscard]] LineSpan openLine() const; ///< the incomplete line, as if it ended here

private:
    void endState(std::int64_t end);

    std::int64_t m_offset = 0;
    std::int64_t m_stateBegin = 0;
    LineSpan m_line;
};

} // namespace engine::logcore
