// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/log/text/logscroll.h"

#include <QObject>

namespace ui {

/// The caret of a log and the selection up to it. Moves by rows, columns and words; never scrolls. GUI thread.
class LogCaret final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogCaret)

public:
    explicit LogCaret(const LogScroll &scroll); ///< must outlive this

    [[nodiscard]] const LogScroll &scroll() const { return m_scroll; }
    [[nodiscard]] const LogSelection &selection() const { return m_selection; }
    [[nodiscard]] const LogPlace &place() const { return m_selection.caret(); }
    [[nodiscard]] qint64 line() const { return place().id.line; }

    void select(const LogSelection &selection);
    void selectAll();
    void moveTo(const LogPlace &place, bool selects); ///< \a selects: the anchor stays
    void extendTo(const LogPlace &place); ///< moves the caret, keeps the anchor, emits moved()
    void extendToBegin() { extendTo(begin()); }
    void extendToEnd() { extendTo(end()); }
    void moveByRows(int rows, bool selects);
    void moveByColumn(int step, bool selects); ///< one character forwards (1) or back (-1) within its row
    /// To the next (1) or previous (-1) beginning of a word; from the end of a row to the next row.
    void moveByWord(int step, bool selects);
    void bringIntoSight(bool atEnd); ///< if out of sight, moves to the first visible place or the last row
    /// Renumbers lines after some were removed from the document between the states \a before and \a now.
    void moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now);

signals:
    void changed();
    void moved(); ///< by the user, with keys or a drag beyond an edge

private:
    [[nodiscard]] LogPlace begin() const; ///< of the text
    [[nodiscard]] LogPlace end() const;
    [[nodiscard]] LogPlace endOf(const LogRows::Id &id) const;
    void go(const LogPlace &place, bool selects);

    const LogScroll &m_scroll;
    const LogBlocks &m_blocks;
    const LogRows &m_rows;
    LogSelection m_selection;
};

} // namespace ui
