// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/log/text/logblocks.h"
#include "ui/log/text/logselection.h"

#include <vector>

class QAbstractScrollArea;

namespace ui {

/// The scroll position of a log in a scroll area, and where visible pieces are in the viewport. Moves the scroll bars.
/// GUI thread.
class LogScroll final
{
    Q_DISABLE_COPY_MOVE(LogScroll)

public:
    /// The top of the viewport: a row; if wrapped, a row of the viewport within one of its pieces.
    struct Top
    {
        qint64 row = 0;
        qint64 piece = 0;
        int part = 0;
        auto operator<=>(const Top &) const = default;
    };
    /// A visible piece.
    struct Piece
    {
        LogRows::Id id;
        qint64 piece = 0;
        LogBlocks::Pointer block;
        QPointF topLeft; ///< in the viewport
        bool endsLine = true; ///< of the visible text
    };

    /// Both must outlive this.
    LogScroll(QAbstractScrollArea &area, const LogBlocks &blocks);

    [[nodiscard]] const LogBlocks &blocks() const { return m_blocks; }
    [[nodiscard]] const Top &top() const { return m_top; }
    [[nodiscard]] LogRows::Id topRow() const { return m_rows.count() > 0 ? m_rows.at(m_top.row) : LogRows::Id(); }
    [[nodiscard]] Top end() const { return moved({m_rows.count(), 0, 0}, -visibleRows()); } ///< the last possible top
    [[nodiscard]] Top moved(Top top, qint64 rows) const; ///< by rows of the viewport
    bool setTop(const Top &top); ///< clamps to the log; true: the top changed
    bool keepTop(); ///< keeps the same line on top after rows moved; true: the top changed
    void unwrap() { m_top = {m_top.row, 0, 0}; }
    /// Scrolls until \a columns are visible; true: the top changed.
    bool showColumns(const LogRows::Id &id, qint64 piece, const LogRow::Columns &columns);
    /// Sets \a id as top after rows were renumbered. The scroll bars stay.
    void renumber(const LogRows::Id &id, bool keepsPart);

    [[nodiscard]] qint64 firstVisibleLine() const { return topRow().line; }
    [[nodiscard]] qint64 lastVisibleLine() const { return m_rows.count() > 0 ? m_rows.at(lastVisibleRow()).line : 0; }
    [[nodiscard]] qint64 lastVisibleRow() const; ///< perhaps partly visible
    [[nodiscard]] int visibleRows() const; ///< of the viewport
    [[nodiscard]] int scrolled() const; ///< pixels to the right
    [[nodiscard]] std::vector<Piece> pieces() const;
    [[nodiscard]] LogPlace placeAt(const QPoint &position) const;
    [[nodiscard]] QPointF topLeftOf(const LogPlace &place) const; ///< of the piece of a visible place, in the viewport

    void updateBars();
    /// Whether wider rows were laid out since updateBars().
    [[nodiscard]] bool areBarsShort() const { return m_blocks.widest() > m_barWidth; }
    [[nodiscard]] bool isMovingBars() const { return m_isMovingBars; }

private:
    bool stepDown(Top &top) const; ///< by a row of the viewport; false at the end
    bool stepUp(Top &top) const;

    QAbstractScrollArea &m_area;
    const LogBlocks &m_blocks;
    const LogRows &m_rows;
    Top m_top;
    LogRows::Id m_topId; ///< of its row, to find it after rows moved
    double m_barWidth = 0; ///< the widest row when the bars were set
    bool m_isMovingBars = false;
};

} // namespace ui
