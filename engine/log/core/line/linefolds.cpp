// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/line/linefolds.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace engine::logcore {

namespace {

constexpr std::size_t mostRows = 1 << 18; // 8 MiB

std::vector<RewrittenRow>::const_iterator rowFrom(const std::vector<RewrittenRow> &rows, std::int64_t line)
{
    return std::lower_bound(rows.begin(), rows.end(), line,
                            [](const RewrittenRow &row, std::int64_t wanted) { return row.line < wanted; });
}

} // namespace

void LineFolds::beginLike(const LineFolds &known, std::int64_t line, std::int64_t offset)
{
    const std::scoped_lock lock(m_mutex, known.m_mutex);
    m_hidden = known.m_hidden;
    m_hidden.removeFrom(line);
    for (const std::vector<RewrittenRow> *rows : {&known.m_rows, &known.m_openRows}) {
        std::copy_if(rows->begin(), rowFrom(*rows, line), std::back_inserter(m_rows),
                     [offset](const RewrittenRow &row) { return row.begin + row.length <= offset; });
    }
    m_screen.leave(offset, m_new);
    m_changes = known.m_changes + 1;
}

void LineFolds::feed(const TextFile &file, std::string_view bytes, std::int64_t offset, std::int64_t line)
{
    if (m_isFull)
        return;
    const bool wasEmpty = m_screen.isEmpty();
    m_screen.feed(file, bytes, offset, line, m_new);
    if (!wasEmpty || !m_screen.isEmpty() || !m_new.rows.empty() || !m_new.hidden.empty())
        publish();
}

void LineFolds::leave(std::int64_t offset)
{
    m_screen.leave(offset, m_new);
    publish();
}

void LineFolds::appendKnown(const LineFolds &known, std::int64_t from, std::int64_t shift)
{
    m_screen.leave(0, m_new);
    publish();
    const std::scoped_lock lock(m_mutex, known.m_mutex);
    LineSet hidden = known.m_hidden;
    m_hidden.append(hidden.takeFrom(from), shift);
    std::transform(rowFrom(known.m_rows, from), known.m_rows.end(), std::back_inserter(m_rows),
                   [shift](RewrittenRow row) { return row.line += shift, row; });
    m_screen = known.m_screen;
    m_screen.moveLines(from, shift);
    m_openRows = m_screen.openRows();
    m_isFull |= known.m_isFull;
    ++m_changes;
}

void LineFolds::publish()
{
    std::vector<RewrittenRow> open = m_screen.openRows();
    const std::lock_guard lock(m_mutex);
    for (const std::int64_t line : m_new.hidden)
        m_hidden.append(line);
    m_rows.insert(m_rows.end(), m_new.rows.begin(), m_new.rows.end());
    m_isFull |= m_rows.size() >= mostRows;
    if (m_isFull) { // existing folds stay
        m_rows.insert(m_rows.end(), open.begin(), open.end());
        open.clear();
        m_screen = {};
    }
    m_openRows = std::move(open);
    m_new = {};
    ++m_changes;
}

std::shared_ptr<const LineFolds> LineFolds::copy() const
{
    auto copy = std::make_shared<LineFolds>();
    const std::lock_guard lock(m_mutex);
    copy->m_hidden = m_hidden;
    copy->m_rows = m_rows;
    copy->m_openRows = m_openRows;
    return copy;
}

std::int64_t LineFolds::hiddenBelow(std::int64_t line) const
{
    const std::lock_guard lock(m_mutex);
    return m_hidden.rank(line);
}

bool LineFolds::isHidden(std::int64_t line) const
{
    const std::lock_guard lock(m_mutex);
    return m_hidden.contains(line);
}

std::int64_t LineFolds::lineOfRow(std::int64_t row) const
{
    const std::lock_guard lock(m_mutex);
    return m_hidden.missingAt(row);
}

std::optional<RewrittenRow> LineFolds::rowOf(std::int64_t line) const
{
    const std::lock_guard lock(m_mutex);
    for (const std::vector<RewrittenRow> *rows : {&m_rows, &m_openRows}) {
        const auto found = rowFrom(*rows, line);
        if (found != rows->end() && found->line == line)
            return *found;
    }
    return {};
}

bool LineFolds::isOpen() const
{
    const std::lock_guard lock(m_mutex);
    return !m_openRows.empty();
}

std::int64_t LineFolds::bytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_hidden.bytes() + std::int64_t((m_rows.capacity() + m_openRows.capacity()) * sizeof(RewrittenRow));
}

} // namespace engine::logcore
