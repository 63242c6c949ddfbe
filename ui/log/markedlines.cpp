// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/markedlines.h"

#include "ui/log/line/logrows.h"

namespace ui {

MarkedLines::MarkedLines(const LogRows &rows) : m_rows(rows) { }

void MarkedLines::toggle(qint64 line)
{
    if (line < 0 || line >= m_rows.lineCount())
        return;
    if (m_lines.erase(line) == 0)
        m_lines.insert(line);
    emit toggled(line);
    emit changed();
}

void MarkedLines::clear()
{
    m_lines.clear();
    emit changed();
}

void MarkedLines::moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now)
{
    std::set<qint64> moved;
    for (const qint64 line : m_lines)
        moved.insert(engine::LogDocument::movedLine(line, before, now));
    m_lines = std::move(moved);
    emit changed();
}

std::optional<qint64> MarkedLines::next(qint64 line, int step) const
{
    if (m_lines.empty())
        return {};
    if (step < 0) {
        const auto behind = m_lines.lower_bound(line);
        return *std::prev(behind == m_lines.begin() ? m_lines.end() : behind);
    }
    const auto mark = m_lines.upper_bound(line);
    return mark == m_lines.end() ? *m_lines.begin() : *mark;
}

} // namespace ui
