// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/line/linegap.h"
#include "engine/log/core/line/lineset.h"

namespace engine::logcore {

/// The matching lines, and the rows to show: these lines with a number of context lines around each. Value; one thread
/// at a time.
class HitLines final
{
public:
    explicit HitLines(std::int64_t context) : m_context(context) { }

    [[nodiscard]] const LineSet &hits() const { return m_hits; }
    [[nodiscard]] const LineSet &rows() const { return m_context > 0 ? m_rows : m_hits; }
    [[nodiscard]] std::int64_t context() const { return m_context; }
    void setContext(std::int64_t lines);
    void add(std::int64_t line); ///< \a line must be above all hits
    void set(std::int64_t line, bool isHit);
    /// Sets a preliminary result for the incomplete last line; it must be above all hits.
    void setOpenLine(std::int64_t line, bool isHit);
    [[nodiscard]] std::int64_t openLine() const { return m_openLine; } ///< -1 when there is none
    void removeOpenLine();
    /// Adapts to removed lines, which the line of \a gap replaces: removes its hits, and decreases the numbers after it
    /// by \a moved.
    void takeOut(const LineGap &gap, std::int64_t moved);

private:
    void rebuildRows();
    void rebuildRows(std::int64_t begin, std::int64_t end);

    std::int64_t m_context;
    LineSet m_hits;
    LineSet m_rows; ///< used when m_context > 0
    std::int64_t m_openLine = -1;
};

} // namespace engine::logcore
