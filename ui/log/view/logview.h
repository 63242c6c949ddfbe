// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/log/markedlines.h"
#include "ui/log/text/logcaret.h"
#include "ui/log/text/logexcerpt.h"
#include "ui/log/text/loglook.h"
#include "ui/log/view/edgedrag.h"
#include "ui/log/view/wheelrows.h"
#include "ui/log/watch/followstate.h"
#include "ui/log/watch/liveline.h"
#include "ui/log/watch/logwatch.h"

#include <QAbstractScrollArea>

#include <optional>

namespace ui {

class NewLinesButton;

/// Shows the lines of a LogDocument: number, coloured text, level words, matches of the search, rewritten lines folded.
/// Reads only what is visible, also of a long line. Members hold its state: rows, look, scroll position, caret, marks
/// and whether the end is followed. A line that is still being rewritten has no row; it is liveLine(). GUI thread.
class LogView final : public QAbstractScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogView)

public:
    explicit LogView(QWidget *parent = nullptr);

    void setDocument(std::shared_ptr<engine::LogDocument> document);
    /// Whether the file may still grow. Calling setGrowing() again reads its last bytes.
    [[nodiscard]] bool isGrowing() const { return m_watch.isGrowing(); }
    void setGrowing(bool isGrowing);
    [[nodiscard]] FollowState &follow() { return m_follow; }
    [[nodiscard]] LogLook &look() { return m_look; } ///< setting a pattern resets the current match
    void setCurrentMatch(qint64 line); ///< marks and shows it; -1 marks none
    [[nodiscard]] qint64 currentMatch() const { return m_currentMatch; }
    /// Shows only the rows of \a search, as they are found; null: all lines. Keeps the scroll position.
    void setFilter(std::shared_ptr<engine::LogSearch> search);
    void updateFilter(); ///< takes over new results of the search

    [[nodiscard]] MarkedLines &marks() { return m_marks; }
    [[nodiscard]] LogCaret &caret() { return m_caret; }
    qint64 seenLine(); ///< line of the caret; one out of sight moves to a visible line first

    [[nodiscard]] const LogRows &rows() const { return m_rows; }
    [[nodiscard]] const LogScroll &scroll() const { return m_scroll; }
    [[nodiscard]] const std::optional<engine::LogLine> &liveLine() const { return m_live.line(); }
    [[nodiscard]] bool isSettled() const; ///< the whole file is shown, or the view is hidden or paused
    void goToLine(qint64 line); ///< scrolls to it and moves the caret
    void goToRow(qint64 row); ///< scrolls it to the top
    /// Whether lines that a program overwrote after moving the cursor up are hidden. Going to such a line ends folding.
    void setFolding(bool isFolding);
    void foldAgain(); ///< if setCurrentMatch() ended folding
    void toggleStates(qint64 line); ///< shows each state of a rewritten line, or only the last
    /// Whether each state of the live line is shown, until that line ends.
    void setLiveExpanded(bool isExpanded);
    static constexpr qsizetype longestCopy = 256 * 1024 * 1024; ///< characters, each of which takes two bytes
    void copy(); ///< the selection, at most longestCopy; reads the text in a worker
    [[nodiscard]] LogExcerpt excerpt() const { return {m_rows, m_caret.selection(), m_seen}; } ///< of the selection

signals:
    void grown(); ///< new lines, or the live line changed
    void scrolled(); ///< the visible rows changed
    void linesMoved(const engine::LogDocument::State &before, const engine::LogDocument::State &now);
    void begunAnew(); ///< the file was rewritten or replaced: no marks are left
    void liveExpandedChanged(bool isExpanded);
    void zoomChanged(double zoom); ///< by the user
    void lineActivated(qint64 line); ///< of a filtered view: show it among all lines
    void copied(bool isWhole); ///< \a isWhole: not truncated to longestCopy

protected:
    bool event(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    // The document
    void beginAnew();
    void moveLines(const engine::LogDocument::State &now);
    void poll();
    void adoptCount();
    void holdRows();
    void applyFollowing();
    void applyPause();
    void updateButton();
    void adoptStates(const LiveLine::Reading &reading);
    void followLive();

    // Where things are
    /// The tag of the row at \a position; empty without one.
    [[nodiscard]] QRectF tagAt(const QPoint &position, qint64 &line) const;
    void scrollRows(int rows); ///< by the user: may pause or resume following
    void setTop(const LogScroll::Top &top);
    void keepTop(); ///< the end if following
    void showAgain(const LogRows::Id &top); ///< on top; the end if following
    void showMoved(bool isMoved);
    void layOutAnew();
    void showLine(qint64 line);
    void showColumns(const LogRows::Id &id, qint64 piece, const LogRow::Columns &columns);

    // Keys
    void activate(qint64 line);
    void goToMark(int step); ///< next (1) or previous (-1), wraps around
    void zoomBy(int steps);
    void stepDown(int rows, bool selects);
    void stepAside(int columns, bool selects, bool byWord);
    bool keepCaretInSight();
    void dragBeyond(const QPoint &position);
    void seekInLine(qint64 line); ///< shows the match in a line that is too long to be read as a whole

    LogWatch m_watch;
    engine::LogDocument::State m_seen; ///< the state of the document that is shown
    LogRows m_rows;
    LogLook m_look;
    LogBlocks m_blocks;
    LogScroll m_scroll;
    LogCaret m_caret;
    LiveLine m_live;
    MarkedLines m_marks;
    FollowState m_follow;
    NewLinesButton *m_newLines;
    EdgeDrag m_drag;
    WheelRows m_wheel;
    qint64 m_currentMatch = -1;
    bool m_isUnfoldedToFind = false;
};

} // namespace ui
