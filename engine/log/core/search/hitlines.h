// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/line/linegap.h"
#include "engine/log/core/line/lineset.h"

namespace engine::logcore {

/// The lines that match, and the rows that show them: the same lines, and as many around each as are its context.
/// Value; one thread at a time.
class HitLines final
{
public:
    explicit HitLines(std::int64_t context) : m_context(context) { }

    [[nodiscard]] const LineSet &hits() const { return m_hits; }
    [[nodiscard]] const LineSet &rows() const { return m_context > 0 ? m_rows : m_hits; }
    [[nodiscard]] std::int64_t context() const { return m_context; }
    void setContext(std::int64_t lines);
    void add(std::int64_t line); ///< no hit is behind it
    void set(std::int64_t line, bool isHit);
    /// Whether \a line matches so far: it is the last one and has not ended. Counts until removeOpenLine().
    void setOpenLine(std::int64_t line, bool isHit);
    [[nodiscard]] std::int64_t openLine() const { return m_openLine; } ///< -1: none
    void removeOpenLine();
    /// Lines were taken out, and the line of \a gap stands for them: of it nothing is known, and hits behind it are
    /// \a moved lines lower.
    void takeOut(const LineGap &gap, std::int64_t moved);

private:
    void rebuildRows();
    void rebuildRows(std::int64_t begin, std::int64_t end);

    std::int64_t m_context;
    LineSet m_hits;
    LineSet m_rows; ///< kept where there is context
    std::int64_t m_openLine = -1;
};

} // namespace engine::logcore
