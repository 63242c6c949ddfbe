// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/logview.h"

#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"
#include "ui/log/text/logpainter.h"

#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QtConcurrentRun>

#include <cmath>

// LogView: keys, mouse and scrolling.

namespace ui {

namespace {

/// Zoom step of a key: larger (1), smaller (-1), default size (0).
std::optional<int> zoomSteps(const QKeyEvent &key)
{
    const bool isControl = key.modifiers() & Qt::ControlModifier;
    if (key.matches(QKeySequence::ZoomIn) || (isControl && (key.key() == Qt::Key_Plus || key.key() == Qt::Key_Equal)))
        return 1;
    if (key.matches(QKeySequence::ZoomOut) || (isControl && key.key() == Qt::Key_Minus))
        return -1;
    return isControl && key.key() == Qt::Key_0 ? std::optional(0) : std::nullopt;
}

} // namespace

// While the log has the focus, its keys take precedence over shortcuts of the window.
bool LogView::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (zoomSteps(*key) || key->key() == Qt::Key_F2 || key->key() == Qt::Key_Pause) {
            event->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

void LogView::zoomBy(int steps)
{
    constexpr double stepFactor = 1.1;
    m_look.setZoom(steps == 0 ? 1 : m_look.zoom() * std::pow(stepFactor, steps));
    emit zoomChanged(m_look.zoom());
}

void LogView::activate(qint64 line)
{
    if (m_rows.isFiltered())
        emit lineActivated(line);
    else
        toggleStates(line);
}

void LogView::contextMenuEvent(QContextMenuEvent *event)
{
    if (event->reason() == QContextMenuEvent::Mouse && m_caret.selection().isEmpty())
        m_caret.moveTo(m_scroll.placeAt(event->pos()), false);
    const qint64 line = event->reason() == QContextMenuEvent::Mouse ? m_caret.line() : seenLine();
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [this, menu](const QString &text, const QKeySequence &key, auto &&action) {
        QAction *added = menu->addAction(text, this, action);
        added->setShortcut(key);
        return added;
    };
    add(tr("Copy"), QKeySequence::Copy, [this] { copy(); })->setEnabled(!m_caret.selection().isEmpty());
    add(tr("Select all"), QKeySequence::SelectAll, [this] { m_caret.selectAll(); });
    menu->addSeparator();
    if (m_rows.isFiltered())
        add(tr("Show among all lines"), Qt::Key_Return, [this, line] { emit lineActivated(line); });
    if (!m_rows.isFolding())
        add(tr("Leave out what was overwritten"), {}, [this] { setFolding(true); });
    if (m_watch.document() && (m_rows.rewritten(line) || m_watch.document()->line(line).updates > 1))
        add(m_rows.isExpanded(line) ? tr("Show as one line") : tr("Show each update"), Qt::Key_Space,
            [this, line] { toggleStates(line); });
    add(m_marks.contains(line) ? tr("Remove the mark") : tr("Mark this line"), Qt::CTRL | Qt::Key_F2,
        [this, line] { m_marks.toggle(line); });
    add(tr("Next mark"), Qt::Key_F2, [this] { goToMark(1); })->setEnabled(!m_marks.lines().empty());
    add(tr("Previous mark"), Qt::SHIFT | Qt::Key_F2, [this] { goToMark(-1); })->setEnabled(!m_marks.lines().empty());
    menu->addSeparator();
    add(tr("Larger"), QKeySequence::ZoomIn, [this] { zoomBy(1); });
    add(tr("Smaller"), QKeySequence::ZoomOut, [this] { zoomBy(-1); });
    add(tr("Usual size"), Qt::CTRL | Qt::Key_0, [this] { zoomBy(0); });
    menu->popup(event->globalPos());
}

void LogView::wheelEvent(QWheelEvent *event)
{
    if ((event->modifiers() & Qt::ControlModifier) && event->angleDelta().y() != 0) {
        zoomBy(event->angleDelta().y() > 0 ? 1 : -1);
        return event->accept();
    }
    const bool isAcross = event->angleDelta().y() == 0 && event->pixelDelta().y() == 0;
    if (isAcross || (event->modifiers() & Qt::ShiftModifier))
        return QAbstractScrollArea::wheelEvent(event);
    if (const int rows = m_wheel.turn(*event, m_blocks.lineHeight()); rows != 0)
        scrollRows(-rows);
    event->accept();
}

void LogView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const QPoint position = event->position().toPoint();
    qint64 line = -1;
    if (tagAt(position, line).contains(position)) {
        m_caret.moveTo({{line, -1}, 0, 0}, false);
        return toggleStates(line);
    }
    m_follow.setFollowing(false); // keeps the clicked text in place
    m_caret.moveTo(m_scroll.placeAt(position), event->modifiers() & Qt::ShiftModifier);
}

void LogView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    qint64 line = -1;
    const bool isOnTag = event->buttons() == Qt::NoButton && tagAt(position, line).contains(position);
    viewport()->setCursor(isOnTag ? Qt::PointingHandCursor : Qt::IBeamCursor);
    if ((event->buttons() & Qt::LeftButton) && m_drag.moveTo(position))
        m_caret.moveTo(m_scroll.placeAt(position), true);
}

void LogView::mouseReleaseEvent(QMouseEvent *event)
{
    m_drag.end();
    QAbstractScrollArea::mouseReleaseEvent(event);
}

// Scrolls faster with the distance from the edge.
void LogView::dragBeyond(const QPoint &position)
{
    const QRect inside = viewport()->rect();
    const QPoint nearest(std::clamp(position.x(), m_blocks.gutterWidth(), inside.right()),
                         std::clamp(position.y(), inside.top(), inside.bottom()));
    const QPoint beyond = position - nearest;
    if (beyond.y() != 0)
        setTop(m_scroll.moved(m_scroll.top(), beyond.y() / m_blocks.lineHeight() + (beyond.y() > 0 ? 1 : -1)));
    if (position.x() < inside.left() || position.x() > inside.right())
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + beyond.x());
    m_caret.extendTo(m_scroll.placeAt(nearest));
}

void LogView::scrollContentsBy(int, int dy)
{
    if (dy != 0 && !m_scroll.isMovingBars()) {
        setTop({verticalScrollBar()->value(), 0, 0});
        m_follow.setFollowing(verticalScrollBar()->value() == verticalScrollBar()->maximum());
    }
    viewport()->update();
}

void LogView::scrollRows(int rows)
{
    const LogScroll::Top top = m_scroll.moved(m_scroll.top(), rows);
    const bool atEnd = top >= m_scroll.end();
    setTop(top);
    m_follow.setFollowing(atEnd);
}

void LogView::goToRow(qint64 row)
{
    setTop({row, 0, 0});
    m_follow.setFollowing(m_scroll.top() == m_scroll.end());
}

void LogView::showLine(qint64 line)
{
    const qint64 row = m_rows.rowOf({line, -1});
    const int visibleRows = m_scroll.visibleRows();
    if (row >= m_scroll.top().row && m_scroll.moved(m_scroll.top(), visibleRows - 1).row > row)
        return;
    m_follow.setFollowing(false);
    setTop({std::max<qint64>(0, row - visibleRows / 3), 0, 0});
}

void LogView::goToLine(qint64 line)
{
    if (m_rows.count() == 0)
        return;
    const LogRows::Id id{std::clamp<qint64>(line, 0, m_rows.lineCount() - 1), -1};
    if (m_rows.isOverwritten(id.line))
        setFolding(false);
    m_caret.moveTo({id, 0, 0}, false);
    showLine(id.line);
}

void LogView::showColumns(const LogRows::Id &id, qint64 piece, const LogRow::Columns &columns)
{
    showMoved(m_scroll.showColumns(id, piece, columns));
}

void LogView::setCurrentMatch(qint64 line)
{
    m_currentMatch = line;
    viewport()->update();
    if (line < 0)
        return;
    const LogRows::Id id{line, -1};
    if (m_rows.isOverwritten(line) && (!m_rows.rewritten(line) || m_blocks.at(id, 0)->matches.isEmpty())) {
        setFolding(false);
        m_isUnfoldedToFind = true;
    }
    m_caret.moveTo({id, 0, 0}, false);
    showLine(line);
    const qint64 pieces =
        std::min<qint64>(m_blocks.at(id, 0)->pieces, engine::LogDocument::longestLine / LogPieces::pieceBytes);
    for (qint64 piece = 0; piece < pieces; ++piece) {
        const LogBlocks::Pointer shown = m_blocks.at(id, piece);
        if (!shown->matches.isEmpty())
            return showColumns(id, piece, shown->matches.constFirst());
    }
    if (m_blocks.at(id, 0)->isEndless && m_look.pattern())
        seekInLine(line);
}

void LogView::seekInLine(qint64 line)
{
    const auto seek = [document = m_watch.document(), pattern = *m_look.pattern(), line] {
        return engine::firstMatchEnd(*document, pattern, line);
    };
    engine::whenFinished(QtConcurrent::run(&engine::workerPool(), seek), this,
                         [this, line, document = m_watch.document(), seen = m_seen](qint64 end) {
                             if (end <= 0 || m_watch.document() != document || m_currentMatch != line
                                 || !m_seen.hasSameLines(seen) || !m_look.pattern())
                                 return; // superseded by a later request
                             const LogRows::Id id{line, -1};
                             const qint64 piece = (end - 1) / LogPieces::pieceBytes;
                             const QList<LogRow::Columns> matches = m_blocks.at(id, piece)->matches;
                             showColumns(id, piece, matches.isEmpty() ? LogRow::Columns() : matches.constFirst());
                         });
}

QRectF LogView::tagAt(const QPoint &position, qint64 &line) const
{
    const LogPlace place = m_scroll.placeAt(position);
    if (m_rows.count() == 0 || place.id.state >= 0)
        return {};
    line = place.id.line;
    const LogBlocks::Pointer shown = m_blocks.at(place.id, place.piece);
    if (place.piece + 1 < shown->pieces || shown->updates < 2)
        return {};
    return LogPainter::tagBox(*shown, m_scroll.topLeftOf(place), m_blocks.lineHeight());
}

qint64 LogView::seenLine()
{
    m_caret.bringIntoSight(m_follow.isFollowing());
    return m_caret.line();
}

void LogView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const LogPlace place = m_scroll.placeAt(event->position().toPoint());
    if (m_rows.isFiltered())
        return activate(place.id.line);
    const LogRow::Columns word = m_blocks.at(place.id, place.piece)->row.wordAt(place.column);
    m_caret.select({{place.id, place.piece, word.begin}, {place.id, place.piece, word.end}});
}

void LogView::keyPressEvent(QKeyEvent *event)
{
    const bool selects = event->modifiers() & Qt::ShiftModifier;
    const bool moves = selects || (event->modifiers() & Qt::ControlModifier);
    const int page = std::max(1, m_scroll.visibleRows() - 1);
    if (event->matches(QKeySequence::Copy))
        return copy();
    if (event->matches(QKeySequence::SelectAll))
        return m_caret.selectAll();
    if (const std::optional<int> steps = zoomSteps(*event))
        return zoomBy(*steps);
    switch (event->key()) {
    case Qt::Key_Up:
        return moves ? stepDown(-1, selects) : scrollRows(-1);
    case Qt::Key_Down:
        return moves ? stepDown(1, selects) : scrollRows(1);
    case Qt::Key_PageUp:
        return moves ? stepDown(-page, selects) : scrollRows(-page);
    case Qt::Key_PageDown:
        return moves ? stepDown(page, selects) : scrollRows(page);
    case Qt::Key_Left:
        return stepAside(-1, selects, event->modifiers() & Qt::ControlModifier);
    case Qt::Key_Right:
        return stepAside(1, selects, event->modifiers() & Qt::ControlModifier);
    case Qt::Key_Home:
        if (selects)
            m_caret.extendToBegin();
        m_follow.setFollowing(false);
        return setTop({});
    case Qt::Key_End:
        if (selects)
            m_caret.extendToEnd();
        return m_follow.setFollowing(true);
    case Qt::Key_Space:
        return toggleStates(seenLine());
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return activate(seenLine());
    case Qt::Key_F2:
        return event->modifiers() & Qt::ControlModifier ? m_marks.toggle(seenLine()) : goToMark(selects ? -1 : 1);
    case Qt::Key_Pause:
        return m_follow.setPaused(!m_follow.isPaused());
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void LogView::stepDown(int rows, bool selects)
{
    if (m_rows.count() == 0)
        return;
    seenLine();
    m_caret.moveByRows(rows, selects);
    if (!keepCaretInSight() && m_look.isWrapping())
        showLine(m_caret.line());
}

void LogView::stepAside(int columns, bool selects, bool byWord)
{
    if (m_rows.count() == 0)
        return;
    seenLine();
    byWord ? m_caret.moveByWord(columns, selects) : m_caret.moveByColumn(columns, selects);
    keepCaretInSight();
    const LogPlace &caret = m_caret.place();
    showColumns(caret.id, caret.piece, {caret.column, caret.column});
}

/// True: scrolled.
bool LogView::keepCaretInSight()
{
    const qint64 row = m_rows.rowOf(m_caret.place().id);
    const qint64 top = m_scroll.top().row;
    if (row + 1 < m_rows.count())
        m_follow.setFollowing(false); // following would scroll the caret out of sight
    if (row < top)
        scrollRows(int(row - top));
    else if (!m_look.isWrapping() && row >= top + m_scroll.visibleRows())
        scrollRows(int(row - top - m_scroll.visibleRows() + 1));
    else
        return false;
    return true;
}

} // namespace ui
