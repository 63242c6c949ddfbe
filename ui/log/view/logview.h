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

/// Shows the lines of a LogDocument: number, text in its colours, level words, what is looked for, rewritten lines
/// folded. Only what is visible is ever read, of a long line too. Its parts know the rest: which rows there are, how
/// they look, which are in sight, where the caret is, which lines are marked, and whether the end is followed. The line
/// that is still being rewritten is not among the rows; liveLine() is it. GUI thread.
class LogView final : public QAbstractScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogView)

public:
    explicit LogView(QWidget *parent = nullptr);

    void setDocument(std::shared_ptr<engine::LogDocument> document);
    /// Whether the file may still grow. setGrowing() called again looks for its last bytes.
    [[nodiscard]] bool isGrowing() const { return m_watch.isGrowing(); }
    void setGrowing(bool isGrowing);
    [[nodiscard]] FollowState &follow() { return m_follow; }
    [[nodiscard]] LogLook &look() { return m_look; } ///< another pattern has no current match
    void setCurrentMatch(qint64 line); ///< marks and shows it; -1 marks none
    [[nodiscard]] qint64 currentMatch() const { return m_currentMatch; }
    /// Only the rows of \a search, as it finds them; null: all lines. The place in the text stays.
    void setFilter(std::shared_ptr<engine::LogSearch> search);
    void updateFilter(); ///< takes over what the search found since

    [[nodiscard]] MarkedLines &marks() { return m_marks; }
    [[nodiscard]] LogCaret &caret() { return m_caret; }
    qint64 seenLine(); ///< line of the caret; one out of sight moves to a visible line first

    [[nodiscard]] const LogRows &rows() const { return m_rows; }
    [[nodiscard]] const LogScroll &scroll() const { return m_scroll; }
    [[nodiscard]] const std::optional<engine::LogLine> &liveLine() const { return m_live.line(); }
    [[nodiscard]] bool isSettled() const; ///< the whole file is indexed and shown; of a hidden view nothing is
    void goToLine(qint64 line); ///< shows it, and the caret is there
    void goToRow(qint64 row); ///< shows it on top
    /// Whether lines that a program wrote over, with the cursor moved up, are left out. Going to one of them ends it.
    void setFolding(bool isFolding);
    void foldAgain(); ///< where only setCurrentMatch() ended it
    void toggleStates(qint64 line); ///< shows each state of a line that was rewritten, or only the last
    /// Shows each state of the line that is being rewritten, too, until it ends.
    void setLiveExpanded(bool isExpanded);
    static constexpr qsizetype longestCopy = 256 * 1024 * 1024; ///< characters, each of which takes two bytes
    void copy(); ///< the selection, at most longestCopy; the text is gathered in a worker
    [[nodiscard]] LogExcerpt excerpt() const { return {m_rows, m_caret.selection(), m_seen}; } ///< what is selected

signals:
    void grown(); ///< there are new lines, or another live line
    void scrolled(); ///< other rows are visible
    void linesMoved(const engine::LogDocument::State &before, const engine::LogDocument::State &now);
    void begunAnew(); ///< with other lines, or another file: there are no marks
    void liveExpandedChanged(bool isExpanded);
    void zoomChanged(double zoom); ///< by the user
    void lineActivated(qint64 line); ///< of a filtered view: it is wanted amid the others
    void copied(bool isWhole); ///< the selection is in the clipboard, or as much of it as copy() takes

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
    [[nodiscard]] QRectF tagAt(const QPoint &position, qint64 &line) const; ///< of the row there; empty without one
    void scrollRows(int rows); ///< by the user: may pause or resume following
    void setTop(const LogScroll::Top &top);
    void keepTop(); ///< where it follows, the end
    void showAgain(const LogRows::Id &top); ///< on top; where it follows, the end
    void showMoved(bool isMoved);
    void layOutAnew();
    void showLine(qint64 line);
    void showColumns(const LogRows::Id &id, qint64 piece, const LogRow::Columns &columns);

    // Keys
    void activate(qint64 line);
    void goToMark(int step); ///< the next one (1) or the one before (-1), around the end
    void zoomBy(int steps);
    void stepDown(int rows, bool selects);
    void stepAside(int columns, bool selects, bool byWord);
    bool keepCaretInSight();
    void dragBeyond(const QPoint &position);
    void seekInLine(qint64 line); ///< shows the match of one that is too long to be looked at as a whole

    LogWatch m_watch;
    engine::LogDocument::State m_seen; ///< what of the document is shown
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
