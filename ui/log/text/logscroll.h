// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/log/text/logblocks.h"
#include "ui/log/text/logselection.h"

#include <vector>

class QAbstractScrollArea;

namespace ui {

/// Which part of a log is in sight in a scroll area, and where its pieces are in the viewport. Moves the scroll bars.
/// GUI thread.
class LogScroll final
{
    Q_DISABLE_COPY_MOVE(LogScroll)

public:
    /// What is at the top: a row, and where it is wrapped, a part of one of its pieces.
    struct Top
    {
        qint64 row = 0;
        qint64 piece = 0;
        int part = 0;
        auto operator<=>(const Top &) const = default;
    };
    /// A piece in sight.
    struct Piece
    {
        LogRows::Id id;
        qint64 piece = 0;
        LogBlocks::Pointer block;
        QPointF topLeft; ///< in the viewport
        bool endsLine = true; ///< of the text in sight
    };

    /// Both must outlive it.
    LogScroll(QAbstractScrollArea &area, const LogBlocks &blocks);

    [[nodiscard]] const LogBlocks &blocks() const { return m_blocks; }
    [[nodiscard]] const Top &top() const { return m_top; }
    [[nodiscard]] LogRows::Id topRow() const { return m_rows.count() > 0 ? m_rows.at(m_top.row) : LogRows::Id(); }
    [[nodiscard]] Top end() const { return moved({m_rows.count(), 0, 0}, -visibleRows()); } ///< the last one
    [[nodiscard]] Top moved(Top top, qint64 rows) const; ///< by rows of the viewport
    bool setTop(const Top &top); ///< within the log; whether it is another one
    bool keepTop(); ///< what is there, whatever its row is by now; whether it is another one
    void unwrap() { m_top = {m_top.row, 0, 0}; }
    /// Scrolls so far that \a columns are in sight; whether another row is at the top.
    bool showColumns(const LogRows::Id &id, qint64 piece, const LogRow::Columns &columns);
    /// Takes over that rows have other numbers: \a id is at the top. The scroll bars stay.
    void renumber(const LogRows::Id &id, bool keepsPart);

    [[nodiscard]] qint64 firstVisibleLine() const { return topRow().line; }
    [[nodiscard]] qint64 lastVisibleLine() const { return m_rows.count() > 0 ? m_rows.at(lastVisibleRow()).line : 0; }
    [[nodiscard]] qint64 lastVisibleRow() const; ///< perhaps in part
    [[nodiscard]] int visibleRows() const; ///< of the viewport
    [[nodiscard]] int scrolled() const; ///< pixels to the right
    [[nodiscard]] std::vector<Piece> pieces() const;
    [[nodiscard]] LogPlace placeAt(const QPoint &position) const;
    [[nodiscard]] QPointF topLeftOf(const LogPlace &place) const; ///< of the piece of one in sight, in the viewport

    void updateBars();
    [[nodiscard]] bool areBarsShort() const { return m_blocks.widest() > m_barWidth; } ///< wider rows were seen since
    [[nodiscard]] bool isMovingBars() const { return m_isMovingBars; }

private:
    bool stepDown(Top &top) const; ///< by a row of the viewport; false at the end
    bool stepUp(Top &top) const;

    QAbstractScrollArea &m_area;
    const LogBlocks &m_blocks;
    const LogRows &m_rows;
    Top m_top;
    LogRows::Id m_topId; ///< of its row
    double m_barWidth = 0; ///< the widest row when the bars were set
    bool m_isMovingBars = false;
};

} // namespace ui
