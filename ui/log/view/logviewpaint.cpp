// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/logview.h"

#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"

#include <QDateTime>
#include <QPainter>
#include <QPaintEvent>
#include <QScrollBar>

// What LogView looks like.

namespace ui {

void LogView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), tokens().surface);
    if (!m_document)
        return;
    const double bottom = viewport()->height();
    double y = -double(m_top.part) * m_lineHeight;
    qint64 piece = m_top.piece;
    const qint64 count = m_rows.count();
    for (qint64 row = m_top.row; row < count && y < bottom; ++row, piece = 0) {
        const LogRows::Id id = m_rows.at(row);
        const bool isCut = m_rows.isFiltered() && id.state < 0 && row > 0 && m_rows.at(row - 1).line + 1 < id.line;
        if (isCut && piece == 0) // lines were left out
            painter.fillRect(QRectF(0, y, viewport()->width(), 1), tokens().line);
        if (!m_isWrapping) {
            paintRow(painter, id, y);
            y += m_lineHeight;
            continue;
        }
        for (qint64 pieces = piece + 1; piece < pieces && y < bottom; ++piece) {
            const BlockPointer shown = block(id, piece);
            pieces = shown->pieces;
            const double height = double(shown->row.rows()) * m_lineHeight;
            paintGround(painter, id, y, height);
            paintBlock(painter, id, piece, *shown, {double(gutterWidth()), y});
            if (piece == 0)
                paintGutter(painter, id, y);
            y += height;
        }
    }
    if (m_widest > m_barWidth) // what was painted for the first time is wider
        QMetaObject::invokeMethod(this, &LogView::updateBars, Qt::QueuedConnection);
}

void LogView::paintRow(QPainter &painter, const LogRows::Id &id, double y) const
{
    paintGround(painter, id, y, m_lineHeight);
    const int gutter = gutterWidth();
    const int scrolled = horizontalScrollBar()->value();
    painter.save();
    painter.setClipRect(QRectF(gutter, y, viewport()->width() - gutter, m_lineHeight));
    qint64 piece = pieceAtX(id, scrolled);
    double x = gutter - scrolled + pieceX(id, piece);
    for (qint64 pieces = piece + 1; piece < pieces && x < viewport()->width(); ++piece) {
        const BlockPointer shown = block(id, piece);
        pieces = shown->pieces;
        paintBlock(painter, id, piece, *shown, {x, y});
        x = shown->isEndless ? gutter - scrolled + pieceX(id, piece + 1) : x + shown->row.width();
    }
    painter.restore();
    paintGutter(painter, id, y);
}

void LogView::paintGround(QPainter &painter, const LogRows::Id &id, double y, double height) const
{
    if (id.line != m_currentMatch || id.state >= 0)
        return;
    painter.fillRect(QRectF(0, y, viewport()->width(), height), tokens().hover);
    painter.fillRect(QRectF(0, y, 3, m_lineHeight), tokens().text);
}

void LogView::paintBlock(QPainter &painter, const LogRows::Id &id, qint64 piece, const Block &block,
                         const QPointF &topLeft) const
{
    QList<LogRow::Highlight> highlights = block.highlights;
    const bool isCurrent = id.line == m_currentMatch;
    for (const LogRow::Columns &match : block.matches) {
        Ink ink;
        ink.text = isCurrent ? tokens().matchCurrentText : tokens().matchText;
        ink.ground = isCurrent ? tokens().matchCurrent : tokens().match;
        highlights.append({match, ink});
    }
    const auto size = int(block.row.text().size());
    const bool isQuiet = id.state >= 0 || block.updates > 1 || m_rows.isContext(id.line);
    const QRectF clip(gutterWidth(), 0, viewport()->width() - gutterWidth(), viewport()->height());
    block.row.paint(painter, topLeft, clip, isQuiet ? tokens().text2 : tokens().text, highlights,
                    m_selection.columnsIn(id, piece, size));
    const LogPlace &caret = m_selection.caret();
    if (hasFocus() && m_selection.isEmpty() && id == caret.id && piece == caret.piece) {
        const QRectF place = block.row.rectOf(std::min(caret.column, size));
        painter.fillRect(QRectF(topLeft.x() + place.left(), topLeft.y() + place.top() + 2, 1, m_lineHeight - 4.0),
                         tokens().text);
    }
    if (id.state < 0 && block.updates > 1 && piece + 1 == block.pieces)
        paintTag(painter, id, tagBox(block, topLeft), block.updates);
}

void LogView::paintGutter(QPainter &painter, const LogRows::Id &id, double y) const
{
    const int gutter = gutterWidth();
    if (id.state >= 0)
        return painter.fillRect(QRectF(gutter - margin + 4, y, 1, m_lineHeight), tokens().line2);
    if (m_marks.contains(id.line)) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens().link);
        painter.drawEllipse(QPointF(8, y + m_lineHeight / 2.0), 3.5, 3.5);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    painter.setPen(id == m_selection.caret().id && hasFocus() ? tokens().text : tokens().text3);
    const QString number = QString::number(id.line + 1);
    paintCells(painter, {gutter - margin - m_cells->cell() * double(number.size()), y}, number);
    if (!m_areArrivalsShown)
        return;
    if (const std::optional<qint64> arrived = m_document->arrival(id.line)) {
        painter.setPen(tokens().text3);
        paintCells(painter, {margin + 4.0, y}, QDateTime::fromMSecsSinceEpoch(*arrived).toString(u"hh:mm:ss.zzz"));
    }
}

void LogView::paintCells(QPainter &painter, const QPointF &place, const QString &text) const
{
    if (m_cells->isPlain(text))
        return m_cells->draw(painter, place, m_lineHeight, text, false);
    painter.setFont(m_cells->font());
    painter.drawText(QRectF(place.x(), place.y(), viewport()->width(), m_lineHeight), Qt::AlignLeft | Qt::AlignVCenter,
                     text);
}

QString LogView::tagText(int updates)
{
    return tr("%n updates, shown as one line", nullptr, updates);
}

QRectF LogView::tagBox(const Block &block, const QPointF &topLeft) const
{
    const double width = QFontMetricsF(textFont(11)).horizontalAdvance(tagText(block.updates)) + 32;
    return {topLeft.x() + block.row.lastWidth() + 14, topLeft.y() + double(block.row.rows() - 1) * m_lineHeight + 2,
            width, double(m_lineHeight - 4)};
}

void LogView::paintTag(QPainter &painter, const LogRows::Id &id, const QRectF &box, int updates) const
{
    painter.save();
    painter.setFont(textFont(11));
    drawBox(painter, box, 4, {}, tokens().selectionUnfocused);
    const QString chevron = m_rows.isExpanded(id.line) ? QStringLiteral("chev-d") : QStringLiteral("chev-r");
    paintIcon(painter, QRectF(box.left() + 5, box.center().y() - 6, 12, 12), chevron, tokens().text2);
    painter.setPen(tokens().text2);
    painter.drawText(box.adjusted(20, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, tagText(updates));
    painter.restore();
}

} // namespace ui
