// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/logview.h"
#include "ui/log/view/logviewaccessible.h"

#include <QScrollBar>

// What of LogView is visible, as one text: for screen readers.

namespace ui {

namespace {

constexpr int announceInterval = 250; // ms: a log that grows fast would be read for ever

} // namespace

std::vector<LogView::Visible> LogView::visible() const
{
    std::vector<Visible> result;
    const double bottom = viewport()->height();
    const double right = viewport()->width();
    const double left = gutterWidth() - horizontalScrollBar()->value();
    double y = -double(m_top.part) * m_lineHeight;
    int begin = 0;
    for (qint64 row = m_top.row; row < m_rows.count() && y < bottom; ++row) {
        const LogRows::Id id = m_rows.at(row);
        qint64 piece =
            m_isWrapping ? (row == m_top.row ? m_top.piece : 0) : pieceAtX(id, horizontalScrollBar()->value());
        double x = left + (m_isWrapping ? 0 : pieceX(id, piece));
        for (qint64 pieces = piece + 1; piece < pieces && y < bottom && x < right; ++piece) {
            const BlockPointer shown = block(id, piece);
            pieces = shown->pieces;
            const bool endsLine = m_isWrapping || piece + 1 == pieces || x + shown->row.width() >= right;
            result.push_back({id, piece, shown, {x, y}, begin, endsLine});
            begin += int(shown->row.text().size()) + (endsLine ? 1 : 0);
            if (m_isWrapping)
                y += double(shown->row.rows()) * m_lineHeight;
            else
                x += shown->row.width();
        }
        if (!m_isWrapping)
            y += m_lineHeight;
    }
    return result;
}

QString LogView::visibleText() const
{
    QString text;
    for (const Visible &each : visible()) {
        text += each.block->row.text();
        if (each.endsLine)
            text += QLatin1Char('\n');
    }
    return text;
}

int LogView::visibleOffset(const QPoint &position) const
{
    const LogPlace place = placeAt(position);
    int offset = -1;
    for (const Visible &each : visible()) {
        if (each.id == place.id && each.piece == place.piece)
            offset = each.begin + place.column;
    }
    return offset;
}

QRect LogView::visibleRect(int offset) const
{
    QRect box;
    for (const Visible &each : visible()) {
        const int column = offset - each.begin;
        if (column >= 0 && column <= each.block->row.text().size())
            box = each.block->row.rectOf(column).translated(each.topLeft).toAlignedRect();
    }
    return box;
}

int LogView::offsetOf(const LogPlace &place) const
{
    int offset = 0;
    for (const Visible &each : visible()) {
        if (LogPlace{each.id, each.piece, 0} > place)
            break;
        offset = each.begin + int(each.block->row.text().size());
        if (each.id == place.id && each.piece == place.piece)
            return each.begin + std::min(place.column, int(each.block->row.text().size()));
    }
    return offset;
}

std::pair<int, int> LogView::visibleSelection() const
{
    return {offsetOf(m_selection.first()), offsetOf(m_selection.last())};
}

void LogView::selectVisible(int begin, int end)
{
    const std::vector<Visible> all = visible();
    if (all.empty())
        return;
    const auto placeOf = [&all](int offset) {
        auto behind =
            std::find_if(all.begin() + 1, all.end(), [&](const Visible &each) { return offset < each.begin; });
        const Visible &piece = *std::prev(behind);
        const int column = std::clamp(offset - piece.begin, 0, int(piece.block->row.text().size()));
        return LogPlace{piece.id, piece.piece, column};
    };
    m_selection = {placeOf(begin), placeOf(end)};
    viewport()->update();
}

void LogView::announceSoon()
{
    if (QAccessible::isActive() && !m_announce.isActive())
        m_announce.start(announceInterval, this);
}

void LogView::announce()
{
    QString text = visibleText();
    if (text != m_announced) {
        QAccessibleTextUpdateEvent changed(this, 0, m_announced, text);
        QAccessible::updateAccessibility(&changed);
        m_announced = std::move(text);
    }
    QAccessibleTextCursorEvent moved(this, visibleCaret());
    QAccessible::updateAccessibility(&moved);
}

void LogView::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_drag.timerId())
        return dragOn();
    if (event->timerId() == m_look.timerId())
        return lookAgain();
    if (event->timerId() != m_announce.timerId())
        return QAbstractScrollArea::timerEvent(event);
    m_announce.stop();
    announce();
}

} // namespace ui
