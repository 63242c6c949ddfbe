// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/line/logrows.h"

#include <algorithm>

namespace ui {

bool LogRows::Id::move(const engine::LogDocument::State &before, const engine::LogDocument::State &now)
{
    line = engine::LogDocument::movedLine(line, before, now);
    if (line != now.gapLine)
        return true;
    state = -1;
    return false;
}

void LogRows::setDocument(std::shared_ptr<const engine::LogDocument> document)
{
    m_document = std::move(document);
    m_expanded.clear();
    m_isFolding = true;
    m_lines = 0;
    updateFilter();
}

void LogRows::setLineCount(qint64 count)
{
    m_lines = count;
    updateFilter();
}

void LogRows::setFilter(std::shared_ptr<engine::LogSearch> search)
{
    m_filter = std::move(search);
    updateFilter();
}

void LogRows::updateFilter()
{
    m_isFolded = m_isFolding && !m_filter && state().foldChanges > 0;
    m_bases = m_filter ? m_filter->rowOfLine(m_lines) : m_lines - hiddenBelow(m_lines);
}

void LogRows::setFolding(bool isFolding)
{
    m_isFolding = isFolding;
    updateFilter();
}

std::optional<engine::LogDocument::Rewritten> LogRows::rewritten(qint64 line) const
{
    return m_isFolded ? m_document->rewritten(line) : std::nullopt;
}

bool LogRows::isOverwritten(qint64 line) const
{
    return m_isFolded && (m_document->isHidden(line) || m_document->rewritten(line));
}

void LogRows::expand(qint64 line, LineStates states)
{
    fold(line);
    const auto behind = std::upper_bound(m_expanded.begin(), m_expanded.end(), line,
                                         [](qint64 wanted, const Expanded &each) { return wanted < each.line; });
    m_expanded.insert(behind, {line, std::move(states)});
}

void LogRows::moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now)
{
    std::erase_if(m_expanded, [&](Expanded &each) {
        each.line = engine::LogDocument::movedLine(each.line, before, now);
        return each.line == now.gapLine;
    });
    if (m_filter)
        m_filter->extend(); // so that it uses the new numbers
    setLineCount(engine::LogDocument::movedLine(m_lines, before, now));
}

void LogRows::fold(qint64 line)
{
    std::erase_if(m_expanded, [line](const Expanded &each) { return each.line == line; });
}

engine::LogDocument::State LogRows::state() const
{
    return m_document ? m_document->state() : engine::LogDocument::State();
}

const LineStates *LogRows::statesOf(qint64 line) const
{
    const auto found =
        std::find_if(m_expanded.begin(), m_expanded.end(), [line](const Expanded &each) { return each.line == line; });
    return found == m_expanded.end() ? nullptr : &found->states;
}

qint64 LogRows::stateCount(qint64 line) const
{
    const LineStates *states = statesOf(line);
    return states ? states->count() : 0;
}

qint64 LogRows::lineOfBase(qint64 row) const
{
    if (m_filter)
        return m_filter->lineOfRow(row);
    return m_isFolded ? m_document->lineOfRow(row) : row;
}

qint64 LogRows::baseOfLine(qint64 line) const
{
    return std::min(m_bases, m_filter ? m_filter->rowOfLine(line) : line - hiddenBelow(line));
}

bool LogRows::hasBase(qint64 line) const
{
    const qint64 base = baseOfLine(line);
    return base < m_bases && lineOfBase(base) == line;
}

qint64 LogRows::count() const
{
    qint64 count = m_bases;
    for (const Expanded &each : m_expanded)
        count += hasBase(each.line) ? each.states.count() : 0;
    return count;
}

LogRows::Id LogRows::at(qint64 row) const
{
    qint64 above = 0; // rows of states
    for (const Expanded &each : m_expanded) {
        if (!hasBase(each.line))
            continue;
        const qint64 own = baseOfLine(each.line) + above;
        if (row <= own)
            break;
        if (row <= own + each.states.count())
            return {each.line, row - own - 1};
        above += each.states.count();
    }
    return {lineOfBase(row - above), -1};
}

qint64 LogRows::rowOf(const Id &id) const
{
    qint64 above = 0;
    for (const Expanded &each : m_expanded) {
        if (each.line > id.line)
            break;
        if (!hasBase(each.line))
            continue;
        if (each.line == id.line)
            return baseOfLine(id.line) + above + std::min(id.state + 1, each.states.count());
        above += each.states.count();
    }
    return baseOfLine(id.line) + above;
}

LogPieces LogRows::pieces(const Id &id) const
{
    if (!m_document || id.line < 0)
        return {};
    if (id.state < 0) {
        const auto shown = rewritten(id.line);
        return shown ? LogPieces(m_document, *shown) : LogPieces(m_document, id.line);
    }
    const LineStates *states = statesOf(id.line);
    if (!states)
        return {};
    const LineStates::State state = states->at(*m_document, id.line, id.state);
    return {m_document, id.line, state.begin, state.end};
}

} // namespace ui
