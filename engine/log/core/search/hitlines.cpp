// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/search/hitlines.h"

#include <algorithm>
#include <utility>

namespace engine::logcore {

void HitLines::setContext(std::int64_t lines)
{
    if (std::exchange(m_context, lines) != lines)
        rebuildRows();
}

void HitLines::add(std::int64_t line)
{
    m_hits.append(line);
    if (m_context > 0)
        m_rows.appendRange(std::max<std::int64_t>(0, line - m_context), line + m_context + 1);
}

void HitLines::removeOpenLine()
{
    if (m_openLine < 0)
        return;
    const std::int64_t line = std::exchange(m_openLine, -1);
    if (!m_hits.contains(line))
        return;
    m_hits.removeFrom(line);
    if (m_context == 0)
        return;
    m_rows.removeFrom(std::max<std::int64_t>(0, line - m_context));
    if (const std::int64_t before = m_hits.last(); before >= 0)
        m_rows.appendRange(std::max<std::int64_t>(0, before - m_context), before + m_context + 1);
}

void HitLines::setOpenLine(std::int64_t line, bool isHit)
{
    removeOpenLine();
    if (isHit)
        add(line);
    m_openLine = line;
}

void HitLines::set(std::int64_t line, bool isHit)
{
    if (m_hits.contains(line) == isHit)
        return;
    LineSet behind = m_hits.takeFrom(line + 1);
    if (isHit)
        m_hits.append(line);
    else
        m_hits.removeFrom(line);
    m_hits.append(std::move(behind), 0);
    rebuildRows(line, line + 1);
}

// The lines next to the gap may have lost a part; they stay hits until they are searched again.
void HitLines::takeOut(const LineGap &gap, std::int64_t moved)
{
    for (LineSet *lines : {&m_hits, &m_rows}) {
        LineSet behind = lines->takeFrom(gap.line + 1 + moved);
        lines->removeFrom(gap.line);
        lines->append(std::move(behind), -moved);
    }
    rebuildRows(std::max<std::int64_t>(0, gap.line - 1), gap.line + 2);
}

void HitLines::rebuildRows()
{
    m_rows.clear();
    if (m_context == 0)
        return;
    // Hits with overlapping context are appended as one range.
    std::int64_t begin = 0;
    std::int64_t end = 0;
    m_hits.forEach([&](std::int64_t line) {
        if (line - m_context > end) {
            m_rows.appendRange(begin, end);
            begin = line - m_context;
        }
        end = line + m_context + 1;
    });
    m_rows.appendRange(begin, end);
}

/// Rebuilds the rows around the lines from \a begin to before \a end, whose hits changed.
void HitLines::rebuildRows(std::int64_t begin, std::int64_t end)
{
    if (m_context == 0)
        return;
    const std::int64_t firstRow = std::max<std::int64_t>(0, begin - m_context);
    const std::int64_t endRow = end + m_context;
    LineSet behind = m_rows.takeFrom(endRow);
    m_rows.removeFrom(firstRow);
    for (std::int64_t i = m_hits.rank(firstRow - m_context), hit = m_hits.at(i); hit >= 0 && hit < endRow + m_context;
         hit = m_hits.at(++i))
        m_rows.appendRange(std::max(firstRow, hit - m_context), std::min(endRow, hit + m_context + 1));
    m_rows.append(std::move(behind), 0);
}

} // namespace engine::logcore
