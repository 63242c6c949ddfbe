// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/text/visibletext.h"

namespace ui {

VisibleText::VisibleText(const LogCaret &caret) : m_pieces(caret.scroll().pieces()), m_selection(caret.selection())
{
    for (const LogScroll::Piece &each : m_pieces) {
        m_begins.push_back(int(m_text.size()));
        m_text += each.block->row.text();
        if (each.endsLine)
            m_text += QLatin1Char('\n');
    }
}

std::pair<int, int> VisibleText::selection() const
{
    return {offsetOf(m_selection.first()), offsetOf(m_selection.last())};
}

int VisibleText::offsetAt(const LogPlace &place) const
{
    const auto isThere = [&place](const LogScroll::Piece &each) {
        return each.id == place.id && each.piece == place.piece;
    };
    return std::any_of(m_pieces.begin(), m_pieces.end(), isThere) ? offsetOf(place) : -1;
}

QRect VisibleText::rectOf(int offset) const
{
    QRect box;
    for (size_t i = 0; i < m_pieces.size(); ++i) {
        const LogRow &row = m_pieces[i].block->row;
        const int column = offset - m_begins[i];
        if (column >= 0 && column <= row.text().size())
            box = row.rectOf(column).translated(m_pieces[i].topLeft).toAlignedRect();
    }
    return box;
}

int VisibleText::offsetOf(const LogPlace &place) const
{
    int offset = 0;
    for (size_t i = 0; i < m_pieces.size(); ++i) {
        const LogScroll::Piece &each = m_pieces[i];
        if (LogPlace{each.id, each.piece, 0} > place)
            break;
        const int size = int(each.block->row.text().size());
        const bool isThere = each.id == place.id && each.piece == place.piece;
        offset = m_begins[i] + (isThere ? std::min(place.column, size) : size);
    }
    return offset;
}

LogPlace VisibleText::placeOf(int offset) const
{
    if (m_pieces.empty())
        return {};
    const auto behind = std::upper_bound(m_begins.begin() + 1, m_begins.end(), offset);
    const auto i = size_t(behind - m_begins.begin()) - 1;
    const int size = int(m_pieces[i].block->row.text().size());
    return {m_pieces[i].id, m_pieces[i].piece, std::clamp(offset - m_begins[i], 0, size)};
}

LogSelection VisibleText::between(int begin, int end) const
{
    return {placeOf(begin), placeOf(end)};
}

} // namespace ui
