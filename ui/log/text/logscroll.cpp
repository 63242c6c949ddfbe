// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/text/logscroll.h"

#include "ui/log/text/loglook.h"

#include <QAbstractScrollArea>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <cmath>

namespace ui {

LogScroll::LogScroll(QAbstractScrollArea &area, const LogBlocks &blocks)
    : m_area(area), m_blocks(blocks), m_rows(blocks.rows())
{
}

int LogScroll::visibleRows() const
{
    return qMax(1, m_area.viewport()->height() / m_blocks.lineHeight());
}

int LogScroll::scrolled() const
{
    return m_area.horizontalScrollBar()->value();
}

qint64 LogScroll::lastVisibleRow() const
{
    return std::min(m_rows.count() - 1, moved(m_top, visibleRows() - 1).row);
}

bool LogScroll::stepDown(Top &top) const
{
    if (m_blocks.look().isWrapping() && top.row < m_rows.count()) {
        const LogBlocks::Pointer here = m_blocks.at(m_rows.at(top.row), top.piece);
        if (top.part + 1 < here->row.rows())
            return ++top.part, true;
        if (top.piece + 1 < here->pieces)
            return top = {top.row, top.piece + 1, 0}, true;
    }
    if (top.row >= m_rows.count())
        return false;
    top = {top.row + 1, 0, 0};
    return true;
}

bool LogScroll::stepUp(Top &top) const
{
    if (top.part > 0)
        return --top.part, true;
    const bool isWrapping = m_blocks.look().isWrapping();
    if (top.piece > 0) {
        --top.piece;
    } else {
        if (top.row <= 0)
            return false;
        --top.row;
        top.piece = isWrapping ? m_blocks.at(m_rows.at(top.row), 0)->pieces - 1 : 0;
    }
    top.part = isWrapping ? m_blocks.at(m_rows.at(top.row), top.piece)->row.rows() - 1 : 0;
    return true;
}

LogScroll::Top LogScroll::moved(Top top, qint64 rows) const
{
    if (!m_blocks.look().isWrapping())
        return {std::clamp<qint64>(top.row + rows, 0, m_rows.count()), 0, 0};
    for (; rows > 0 && stepDown(top); --rows) { }
    for (; rows < 0 && stepUp(top); ++rows) { }
    return top;
}

bool LogScroll::setTop(const Top &top)
{
    const Top before = m_top;
    m_top = std::clamp(top, Top{}, end());
    m_topId = topRow();
    const QScopedValueRollback guard(m_isMovingBars, true);
    m_area.verticalScrollBar()->setValue(int(std::min<qint64>(m_top.row, INT_MAX)));
    return m_top != before;
}

/// Keeps m_topId although its row may be missing for a moment: after a gap appeared, rows of a filter come and go until
/// the search has read the line of the gap.
bool LogScroll::keepTop()
{
    const LogRows::Id id = m_topId;
    const Top wanted = m_rows.isFiltered() ? Top{m_rows.rowOf(id), m_top.piece, m_top.part} : m_top;
    const bool isMoved = setTop(wanted);
    if (m_top == wanted)
        m_topId = id; // setTop() took the id of another row if this one is missing
    return isMoved;
}

bool LogScroll::showColumns(const LogRows::Id &id, qint64 piece, const LogRow::Columns &columns)
{
    const LogBlocks::Pointer shown = m_blocks.at(id, piece);
    const QRectF first = shown->row.rectOf(columns.begin);
    if (m_blocks.look().isWrapping()) {
        const Top there{m_rows.rowOf(id), piece, int(first.top() / m_blocks.lineHeight())};
        const bool isInSight = there >= m_top && there < moved(m_top, visibleRows());
        return !isInSight && setTop(moved(there, -visibleRows() / 3));
    }
    const double left = m_blocks.xOf(id, piece);
    const double begin = left + first.left();
    const double end = left + shown->row.rectOf(columns.end).left();
    updateBars(); // the line may be the widest so far
    const int room = m_blocks.textRoom(); // after updateBars(), which may show a bar that takes room
    if (begin < scrolled() || end > scrolled() + room)
        m_area.horizontalScrollBar()->setValue(begin < room * 0.8 ? 0 : int(begin - room / 3.0));
    return false;
}

void LogScroll::renumber(const LogRows::Id &id, bool keepsPart)
{
    m_top = keepsPart ? Top{m_rows.rowOf(id), m_top.piece, m_top.part} : Top{m_rows.rowOf(id), 0, 0};
    m_topId = id;
}

void LogScroll::updateBars()
{
    const QScopedValueRollback guard(m_isMovingBars, true);
    m_barWidth = m_blocks.widest();
    m_area.verticalScrollBar()->setPageStep(visibleRows());
    m_area.verticalScrollBar()->setRange(0, int(std::min<qint64>(end().row, INT_MAX)));
    const int room = m_blocks.textRoom();
    const bool hasWidth = !m_blocks.look().isWrapping();
    m_area.horizontalScrollBar()->setPageStep(room);
    m_area.horizontalScrollBar()->setSingleStep(40);
    m_area.horizontalScrollBar()->setRange(0, hasWidth ? int(std::clamp(m_barWidth - room, 0.0, INT_MAX / 2.0)) : 0);
}

LogPlace LogScroll::placeAt(const QPoint &position) const
{
    if (m_rows.count() == 0)
        return {};
    const int lineHeight = m_blocks.lineHeight();
    const double x = position.x() - m_blocks.gutterWidth();
    const int down = std::max(0, int(std::floor(double(position.y()) / lineHeight)));
    Top there = moved(m_top, down);
    if (there.row >= m_rows.count())
        stepUp(there);
    const LogRows::Id id = m_rows.at(there.row);
    const auto columnAt = [&](qint64 piece, const QPointF &place) {
        return m_blocks.at(id, piece)->row.columnAt(place);
    };
    if (m_blocks.look().isWrapping())
        return {id, there.piece, columnAt(there.piece, {x, (there.part + 0.5) * lineHeight})};
    const double inLine = x + scrolled();
    const qint64 piece = m_blocks.pieceAt(id, inLine);
    return {id, piece, columnAt(piece, {inLine - m_blocks.xOf(id, piece), 0})};
}

QPointF LogScroll::topLeftOf(const LogPlace &place) const
{
    const bool isWrapping = m_blocks.look().isWrapping();
    const Top wanted{m_rows.rowOf(place.id), isWrapping ? place.piece : 0, 0};
    Top top = m_top;
    double y = 0;
    while (top < wanted && stepDown(top))
        y += m_blocks.lineHeight();
    y -= double(top.part) * m_blocks.lineHeight();
    const double x = isWrapping ? 0 : m_blocks.xOf(place.id, place.piece) - scrolled();
    return {m_blocks.gutterWidth() + x, y};
}

std::vector<LogScroll::Piece> LogScroll::pieces() const
{
    std::vector<Piece> result;
    const bool isWrapping = m_blocks.look().isWrapping();
    const int lineHeight = m_blocks.lineHeight();
    const double bottom = m_area.viewport()->height();
    const double right = m_area.viewport()->width();
    const double left = m_blocks.gutterWidth() - scrolled();
    double y = -double(m_top.part) * lineHeight;
    for (qint64 row = m_top.row; row < m_rows.count() && y < bottom; ++row) {
        const LogRows::Id id = m_rows.at(row);
        qint64 piece = isWrapping ? (row == m_top.row ? m_top.piece : 0) : m_blocks.pieceAt(id, scrolled());
        double x = left + (isWrapping ? 0 : m_blocks.xOf(id, piece));
        for (qint64 pieces = piece + 1; piece < pieces && y < bottom && x < right; ++piece) {
            const LogBlocks::Pointer shown = m_blocks.at(id, piece);
            pieces = shown->pieces;
            const bool endsLine = isWrapping || piece + 1 == pieces || x + shown->row.width() >= right;
            result.push_back({id, piece, shown, {x, y}, endsLine});
            if (isWrapping)
                y += double(shown->row.rows()) * lineHeight;
            else
                x += shown->row.width();
        }
        if (!isWrapping)
            y += lineHeight;
    }
    return result;
}

} // namespace ui
