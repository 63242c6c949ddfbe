// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/logview.h"

#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>

#include <cmath>
#include <utility>

// Keys, mouse and selection of LogView.

namespace ui {

namespace {

/// What a key asks for: larger (1), smaller (-1), the usual size (0).
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

// Keys that a window may have other uses for are ours while the log has the focus.
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
    if (event->reason() == QContextMenuEvent::Mouse && m_selection.isEmpty())
        m_selection = LogSelection(m_scroll.placeAt(event->pos()));
    const qint64 line = event->reason() == QContextMenuEvent::Mouse ? currentLine() : seenLine();
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [this, menu](const QString &text, const QKeySequence &key, auto &&action) {
        QAction *added = menu->addAction(text, this, action);
        added->setShortcut(key);
        return added;
    };
    add(tr("Copy"), QKeySequence::Copy, [this] { copy(); })->setEnabled(!m_selection.isEmpty());
    add(tr("Select all"), QKeySequence::SelectAll, [this] { selectAll(); });
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
        m_selection = LogSelection({{line, -1}, 0, 0});
        return toggleStates(line);
    }
    setFollowing(false); // what is pointed at stays there
    moveCaretTo(m_scroll.placeAt(position), event->modifiers() & Qt::ShiftModifier);
    viewport()->update();
}

void LogView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    qint64 line = -1;
    const bool isOnTag = event->buttons() == Qt::NoButton && tagAt(position, line).contains(position);
    viewport()->setCursor(isOnTag ? Qt::PointingHandCursor : Qt::IBeamCursor);
    if (!(event->buttons() & Qt::LeftButton))
        return;
    if (!m_drag.moveTo(position))
        return;
    m_selection.extendTo(m_scroll.placeAt(position));
    viewport()->update();
}

void LogView::mouseReleaseEvent(QMouseEvent *event)
{
    m_drag.end();
    QAbstractScrollArea::mouseReleaseEvent(event);
}

// The further away, the faster.
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
    m_selection.extendTo(m_scroll.placeAt(nearest));
    viewport()->update();
    emit caretMoved();
}

qint64 LogView::seenLine()
{
    if (m_rows.count() == 0)
        return currentLine();
    const qint64 row = m_rows.rowOf(m_selection.caret().id);
    if (row < m_scroll.top().row || row > m_scroll.lastVisibleRow())
        moveCaretTo(m_scroll.placeAt({m_blocks.gutterWidth(),
                                      isFollowing() ? m_scroll.visibleRows() * m_blocks.lineHeight() - 1 : 0}),
                    !m_selection.isEmpty());
    return currentLine();
}

void LogView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const LogPlace place = m_scroll.placeAt(event->position().toPoint());
    if (m_rows.isFiltered())
        return activate(place.id.line);
    const LogRow::Columns word = m_blocks.at(place.id, place.piece)->row.wordAt(place.column);
    select({{place.id, place.piece, word.begin}, {place.id, place.piece, word.end}});
}

void LogView::keyPressEvent(QKeyEvent *event)
{
    const bool selects = event->modifiers() & Qt::ShiftModifier;
    const bool moves = selects || (event->modifiers() & Qt::ControlModifier);
    const int page = std::max(1, m_scroll.visibleRows() - 1);
    if (event->matches(QKeySequence::Copy))
        return copy();
    if (event->matches(QKeySequence::SelectAll))
        return selectAll();
    if (const std::optional<int> steps = zoomSteps(*event))
        return zoomBy(*steps);
    switch (event->key()) {
    case Qt::Key_Up:
        return moves ? moveCaret(-1, 0, selects) : scrollRows(-1);
    case Qt::Key_Down:
        return moves ? moveCaret(1, 0, selects) : scrollRows(1);
    case Qt::Key_PageUp:
        return moves ? moveCaret(-page, 0, selects) : scrollRows(-page);
    case Qt::Key_PageDown:
        return moves ? moveCaret(page, 0, selects) : scrollRows(page);
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int step = event->key() == Qt::Key_Left ? -1 : 1;
        return event->modifiers() & Qt::ControlModifier ? moveByWord(step, selects) : moveCaret(0, step, selects);
    }
    case Qt::Key_Home:
        if (selects)
            extendTo(firstPlace());
        setFollowing(false);
        return setTop({});
    case Qt::Key_End:
        if (selects)
            extendTo(lastPlace());
        return setFollowing(true);
    case Qt::Key_Space:
        return toggleStates(seenLine());
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return activate(seenLine());
    case Qt::Key_F2:
        return event->modifiers() & Qt::ControlModifier ? m_marks.toggle(seenLine()) : goToMark(selects ? -1 : 1);
    case Qt::Key_Pause:
        return setPaused(!isPaused());
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void LogView::moveCaretTo(const LogPlace &place, bool selects)
{
    if (selects)
        m_selection.extendTo(place);
    else
        m_selection = LogSelection(place);
}

void LogView::moveCaret(int rows, int columns, bool selects)
{
    if (m_rows.count() == 0)
        return;
    seenLine();
    LogPlace caret = m_selection.caret();
    const qint64 row = std::clamp<qint64>(m_rows.rowOf(caret.id) + rows, 0, m_rows.count() - 1);
    const LogRows::Id id = m_rows.at(row);
    if (id != caret.id)
        caret = {id, 0, caret.column};
    const LogBlocks::Pointer shown = m_blocks.at(id, caret.piece);
    const int size = int(shown->row.text().size());
    caret.column = std::min(caret.column, size);
    if (columns > 0 && caret.column == size && caret.piece + 1 < shown->pieces)
        caret = {id, caret.piece + 1, 0};
    else if (columns < 0 && caret.column == 0 && caret.piece > 0)
        caret = {id, caret.piece - 1, int(m_blocks.at(id, caret.piece - 1)->row.text().size())};
    else if (columns != 0)
        caret.column = shown->row.nextColumn(caret.column, columns);
    moveCaretTo(caret, selects);
    if (row + 1 < m_rows.count())
        setFollowing(false); // it would go out of sight
    if (row < m_scroll.top().row)
        scrollRows(int(row - m_scroll.top().row));
    else if (!m_look.isWrapping() && row >= m_scroll.top().row + m_scroll.visibleRows())
        scrollRows(int(row - m_scroll.top().row - m_scroll.visibleRows() + 1));
    else if (m_look.isWrapping() && rows != 0)
        showLine(id.line);
    if (rows == 0)
        showColumns(id, caret.piece, {caret.column, caret.column});
    viewport()->update();
    emit caretMoved();
}

/// To the next beginning of a word, or back to the last one; at the end of a line to the next line.
void LogView::moveByWord(int step, bool selects)
{
    if (m_rows.count() == 0)
        return;
    seenLine();
    LogPlace caret = m_selection.caret();
    const LogBlocks::Pointer shown = m_blocks.at(caret.id, caret.piece);
    const int size = int(shown->row.text().size());
    const qint64 row = m_rows.rowOf(caret.id);
    caret.column = std::min(caret.column, size);
    if (step > 0 && caret.column == size && caret.piece + 1 >= shown->pieces && row + 1 < m_rows.count()) {
        caret = {m_rows.at(row + 1), 0, 0};
    } else if (step < 0 && caret.column == 0 && caret.piece == 0 && row > 0) {
        caret = lastPlaceOf(m_rows.at(row - 1));
    } else if (caret.column == (step > 0 ? size : 0)) { // to another piece
        return moveCaret(0, step, selects);
    } else if (step > 0) {
        int &column = caret.column;
        for (column = shown->row.wordAt(column).end; column < size && shown->row.wordAt(column).end == column;)
            ++column;
    } else {
        while (caret.column > 0 && shown->row.wordAt(caret.column).begin == caret.column)
            --caret.column;
        caret.column = shown->row.wordAt(caret.column).begin;
    }
    moveCaretTo(caret, selects);
    moveCaret(0, 0, selects);
}

LogPlace LogView::lastPlaceOf(const LogRows::Id &id) const
{
    const qint64 piece = m_blocks.at(id, 0)->pieces - 1;
    return {id, piece, int(m_blocks.at(id, piece)->row.text().size())};
}

LogPlace LogView::firstPlace() const
{
    return m_rows.count() > 0 ? LogPlace{m_rows.at(0)} : LogPlace();
}

LogPlace LogView::lastPlace() const
{
    return m_rows.count() > 0 ? lastPlaceOf(m_rows.at(m_rows.count() - 1)) : LogPlace();
}

void LogView::extendTo(const LogPlace &place)
{
    m_selection.extendTo(place);
    viewport()->update();
    emit caretMoved();
}

void LogView::select(const LogSelection &selection)
{
    m_selection = selection;
    viewport()->update();
}

void LogView::selectAll()
{
    m_selection = LogSelection(firstPlace());
    extendTo(lastPlace());
}

} // namespace ui
