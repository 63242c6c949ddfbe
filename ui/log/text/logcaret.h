// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/log/text/logscroll.h"

#include <QObject>

namespace ui {

/// The caret of a log, and what is selected up to it. Goes by rows, columns and words, and never scrolls. GUI thread.
class LogCaret final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogCaret)

public:
    explicit LogCaret(const LogScroll &scroll); ///< must outlive it

    [[nodiscard]] const LogScroll &scroll() const { return m_scroll; }
    [[nodiscard]] const LogSelection &selection() const { return m_selection; }
    [[nodiscard]] const LogPlace &place() const { return m_selection.caret(); }
    [[nodiscard]] qint64 line() const { return place().id.line; }

    void select(const LogSelection &selection);
    void selectAll();
    void moveTo(const LogPlace &place, bool selects); ///< \a selects: the anchor stays
    void extendTo(const LogPlace &place); ///< moveTo() that is told to screen readers
    void extendToBegin() { extendTo(begin()); }
    void extendToEnd() { extendTo(end()); }
    void moveByRows(int rows, bool selects);
    void moveByColumn(int step, bool selects); ///< a character on (1) or back (-1) in its row
    /// To the next beginning of a word, or back to the last one; at the end of a row to the next row.
    void moveByWord(int step, bool selects);
    void bringIntoSight(bool atEnd); ///< from a place out of sight to the first that is in sight, or to the last row
    /// Lines were taken out of the document since \a before: others have other numbers \a now.
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
