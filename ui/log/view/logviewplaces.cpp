// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/logview.h"

#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"
#include "ui/log/text/logpainter.h"

#include <QPainter>
#include <QScrollBar>
#include <QtConcurrentRun>

// Where things are in LogView: rows, pieces, scroll bars.

namespace ui {

void LogView::setTop(const LogScroll::Top &top)
{
    showMoved(m_scroll.setTop(top));
}

void LogView::keepTop()
{
    isFollowing() ? setTop(m_scroll.end()) : showMoved(m_scroll.keepTop());
}

void LogView::showAgain(const LogRows::Id &top)
{
    setTop(isFollowing() ? m_scroll.end() : LogScroll::Top{m_rows.rowOf(top), 0, 0});
}

void LogView::showMoved(bool isMoved)
{
    updateButton();
    viewport()->update();
    if (isMoved)
        emit scrolled();
}

void LogView::scrollContentsBy(int, int dy)
{
    if (dy != 0 && !m_scroll.isMovingBars()) {
        setTop({verticalScrollBar()->value(), 0, 0});
        setFollowing(verticalScrollBar()->value() == verticalScrollBar()->maximum());
    }
    viewport()->update();
}

void LogView::scrollRows(int rows)
{
    const LogScroll::Top top = m_scroll.moved(m_scroll.top(), rows);
    const bool atEnd = top >= m_scroll.end();
    setTop(top);
    setFollowing(atEnd);
}

void LogView::goToRow(qint64 row)
{
    setTop({row, 0, 0});
    setFollowing(m_scroll.top() == m_scroll.end());
}

void LogView::showLine(qint64 line)
{
    const qint64 row = m_rows.rowOf({line, -1});
    const int visibleRows = m_scroll.visibleRows();
    if (row >= m_scroll.top().row && m_scroll.moved(m_scroll.top(), visibleRows - 1).row > row)
        return;
    setFollowing(false);
    setTop({std::max<qint64>(0, row - visibleRows / 3), 0, 0});
}

void LogView::goToLine(qint64 line)
{
    if (m_rows.count() == 0)
        return;
    const LogRows::Id id{std::clamp<qint64>(line, 0, m_rows.lineCount() - 1), -1};
    if (m_rows.isOverwritten(id.line))
        setFolding(false);
    m_selection = LogSelection({id, 0, 0});
    showLine(id.line);
    viewport()->update();
}

void LogView::showColumns(const LogRows::Id &id, qint64 piece, const LogRow::Columns &columns)
{
    const LogRow &shown = m_blocks.at(id, piece)->row;
    if (m_look.isWrapping()) {
        const int part = int(shown.rectOf(columns.begin).top() / m_blocks.lineHeight());
        const LogScroll::Top there{m_rows.rowOf(id), piece, part};
        if (there < m_scroll.top() || there >= m_scroll.moved(m_scroll.top(), m_scroll.visibleRows()))
            setTop(m_scroll.moved(there, -m_scroll.visibleRows() / 3));
        return;
    }
    const double left = m_blocks.xOf(id, piece);
    const double begin = left + shown.rectOf(columns.begin).left();
    const double end = left + shown.rectOf(columns.end).left();
    const int room = m_blocks.textRoom();
    m_scroll.updateBars(); // the line may be the widest so far
    QScrollBar *bar = horizontalScrollBar();
    if (begin < bar->value() || end > bar->value() + room)
        bar->setValue(begin < room * 0.8 ? 0 : int(begin - room / 3.0));
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
    m_selection = LogSelection({id, 0, 0});
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
                                 return; // something else is wanted by now
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

void LogView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const LogPainter::Marked marked{m_selection, m_marks.lines(), m_currentMatch, hasFocus()};
    LogPainter(painter, viewport()->size(), m_scroll, marked).paint();
    if (m_scroll.areBarsShort()) // what was painted for the first time is wider
        QMetaObject::invokeMethod(
            this, [this] { m_scroll.updateBars(); }, Qt::QueuedConnection);
}

} // namespace ui
