// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/text/logcaret.h"

namespace ui {

LogCaret::LogCaret(const LogScroll &scroll)
    : m_scroll(scroll), m_blocks(scroll.blocks()), m_rows(scroll.blocks().rows())
{
}

void LogCaret::select(const LogSelection &selection)
{
    m_selection = selection;
    emit changed();
}

void LogCaret::selectAll()
{
    m_selection = LogSelection(begin());
    extendTo(end());
}

void LogCaret::moveTo(const LogPlace &place, bool selects)
{
    if (selects)
        m_selection.extendTo(place);
    else
        m_selection = LogSelection(place);
    emit changed();
}

void LogCaret::extendTo(const LogPlace &place)
{
    go(place, true);
}

void LogCaret::go(const LogPlace &place, bool selects)
{
    moveTo(place, selects);
    emit moved();
}

void LogCaret::moveByRows(int rows, bool selects)
{
    const qint64 row = std::clamp<qint64>(m_rows.rowOf(place().id) + rows, 0, m_rows.count() - 1);
    const LogRows::Id id = m_rows.at(row);
    const qint64 piece = id == place().id ? place().piece : 0;
    const int size = int(m_blocks.at(id, piece)->row.text().size());
    go({id, piece, std::min(place().column, size)}, selects);
}

void LogCaret::moveByColumn(int step, bool selects)
{
    LogPlace caret = place();
    caret.id = m_rows.at(std::min(m_rows.rowOf(caret.id), m_rows.count() - 1));
    if (caret.id != place().id)
        caret.piece = 0;
    const LogBlocks::Pointer shown = m_blocks.at(caret.id, caret.piece);
    const int size = int(shown->row.text().size());
    caret.column = std::min(caret.column, size);
    if (step > 0 && caret.column == size && caret.piece + 1 < shown->pieces)
        caret = {caret.id, caret.piece + 1, 0};
    else if (step < 0 && caret.column == 0 && caret.piece > 0)
        caret = {caret.id, caret.piece - 1, int(m_blocks.at(caret.id, caret.piece - 1)->row.text().size())};
    else
        caret.column = shown->row.nextColumn(caret.column, step);
    go(caret, selects);
}

void LogCaret::moveByWord(int step, bool selects)
{
    LogPlace caret = place();
    const LogBlocks::Pointer shown = m_blocks.at(caret.id, caret.piece);
    const LogRow &text = shown->row;
    const int size = int(text.text().size());
    const qint64 row = m_rows.rowOf(caret.id);
    caret.column = std::min(caret.column, size);
    if (step > 0 && caret.column == size && caret.piece + 1 >= shown->pieces && row + 1 < m_rows.count()) {
        caret = {m_rows.at(row + 1), 0, 0};
    } else if (step < 0 && caret.column == 0 && caret.piece == 0 && row > 0) {
        caret = endOf(m_rows.at(row - 1));
    } else if (caret.column == (step > 0 ? size : 0)) { // to another piece
        return moveByColumn(step, selects);
    } else if (step > 0) {
        int &column = caret.column;
        for (column = text.wordAt(column).end; column < size && text.wordAt(column).end == column;)
            ++column;
    } else {
        while (caret.column > 0 && text.wordAt(caret.column).begin == caret.column)
            --caret.column;
        caret.column = text.wordAt(caret.column).begin;
    }
    go(caret, selects);
}

void LogCaret::bringIntoSight(bool atEnd)
{
    if (m_rows.count() == 0)
        return;
    const qint64 row = m_rows.rowOf(place().id);
    if (row >= m_scroll.top().row && row <= m_scroll.lastVisibleRow())
        return;
    const int y = atEnd ? m_scroll.visibleRows() * m_blocks.lineHeight() - 1 : 0;
    moveTo(m_scroll.placeAt({m_blocks.gutterWidth(), y}), !m_selection.isEmpty());
}

void LogCaret::moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now)
{
    m_selection.moveLines(before, now);
}

LogPlace LogCaret::begin() const
{
    return m_rows.count() > 0 ? LogPlace{m_rows.at(0)} : LogPlace();
}

LogPlace LogCaret::end() const
{
    return m_rows.count() > 0 ? endOf(m_rows.at(m_rows.count() - 1)) : LogPlace();
}

LogPlace LogCaret::endOf(const LogRows::Id &id) const
{
    const qint64 piece = m_blocks.at(id, 0)->pieces - 1;
    return {id, piece, int(m_blocks.at(id, piece)->row.text().size())};
}

} // namespace ui
