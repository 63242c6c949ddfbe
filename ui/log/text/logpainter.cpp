// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/text/logpainter.h"

#include "ui/log/text/loglook.h"
#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QPainter>

namespace ui {

namespace {

QString tagText(int updates)
{
    return QCoreApplication::translate("ui::LogView", "%n updates, shown as one line", nullptr, updates);
}

} // namespace

LogPainter::LogPainter(QPainter &painter, const QSize &size, const LogScroll &scroll, const Marked &marked)
    : m_painter(painter), m_scroll(scroll), m_blocks(scroll.blocks()), m_rows(m_blocks.rows()), m_size(size),
      m_marked(marked), m_lineHeight(m_blocks.lineHeight()), m_gutter(m_blocks.gutterWidth())
{
}

void LogPainter::paint()
{
    m_painter.fillRect(QRect({}, m_size), tokens().surface);
    const LogScroll::Top &top = m_scroll.top();
    const double bottom = m_size.height();
    double y = -double(top.part) * m_lineHeight;
    qint64 piece = top.piece;
    const qint64 count = m_rows.count();
    for (qint64 row = top.row; row < count && y < bottom; ++row, piece = 0) {
        const LogRows::Id id = m_rows.at(row);
        const bool isCut = m_rows.isFiltered() && id.state < 0 && row > 0 && m_rows.at(row - 1).line + 1 < id.line;
        if (isCut && piece == 0) // the filter hides lines before this one
            m_painter.fillRect(QRectF(0, y, m_size.width(), 1), tokens().line);
        y = m_blocks.look().isWrapping() ? paintWrapped(id, piece, y) : paintRow(id, y);
    }
}

double LogPainter::paintWrapped(const LogRows::Id &id, qint64 piece, double y)
{
    for (qint64 pieces = piece + 1; piece < pieces && y < m_size.height(); ++piece) {
        const LogBlocks::Pointer shown = m_blocks.at(id, piece);
        pieces = shown->pieces;
        const double height = double(shown->row.rows()) * m_lineHeight;
        paintGround(id, y, height);
        paintBlock(id, piece, *shown, {double(m_gutter), y});
        if (piece == 0)
            paintGutter(id, y);
        y += height;
    }
    return y;
}

double LogPainter::paintRow(const LogRows::Id &id, double y)
{
    paintGround(id, y, m_lineHeight);
    const int left = m_gutter - m_scroll.scrolled();
    m_painter.save();
    m_painter.setClipRect(QRectF(m_gutter, y, m_size.width() - m_gutter, m_lineHeight));
    qint64 piece = m_blocks.pieceAt(id, m_scroll.scrolled());
    double x = left + m_blocks.xOf(id, piece);
    for (qint64 pieces = piece + 1; piece < pieces && x < m_size.width(); ++piece) {
        const LogBlocks::Pointer shown = m_blocks.at(id, piece);
        pieces = shown->pieces;
        paintBlock(id, piece, *shown, {x, y});
        x = shown->isEndless ? left + m_blocks.xOf(id, piece + 1) : x + shown->row.width();
    }
    m_painter.restore();
    paintGutter(id, y);
    return y + m_lineHeight;
}

void LogPainter::paintGround(const LogRows::Id &id, double y, double height)
{
    if (id.line != m_marked.currentMatch || id.state >= 0)
        return;
    m_painter.fillRect(QRectF(0, y, m_size.width(), height), tokens().hover);
    m_painter.fillRect(QRectF(0, y, 3, m_lineHeight), tokens().text);
}

void LogPainter::paintBlock(const LogRows::Id &id, qint64 piece, const LogBlocks::Block &block, const QPointF &topLeft)
{
    QList<LogRow::Highlight> highlights = block.highlights;
    const bool isCurrent = id.line == m_marked.currentMatch;
    for (const LogRow::Columns &match : block.matches) {
        Ink ink;
        ink.text = isCurrent ? tokens().matchCurrentText : tokens().matchText;
        ink.ground = isCurrent ? tokens().matchCurrent : tokens().match;
        highlights.append({match, ink});
    }
    const auto size = int(block.row.text().size());
    const bool isQuiet = id.state >= 0 || block.updates > 1 || m_rows.isContext(id.line);
    const QRectF clip(m_gutter, 0, m_size.width() - m_gutter, m_size.height());
    block.row.paint(m_painter, topLeft, clip, isQuiet ? tokens().text2 : tokens().text, highlights,
                    m_marked.selection.columnsIn(id, piece, size));
    const LogPlace &caret = m_marked.selection.caret();
    if (m_marked.hasFocus && m_marked.selection.isEmpty() && id == caret.id && piece == caret.piece) {
        const QRectF place = block.row.rectOf(std::min(caret.column, size));
        m_painter.fillRect(QRectF(topLeft.x() + place.left(), topLeft.y() + place.top() + 2, 1, m_lineHeight - 4.0),
                           tokens().text);
    }
    if (id.state < 0 && block.updates > 1 && piece + 1 == block.pieces)
        paintTag(id, block, topLeft);
}

void LogPainter::paintGutter(const LogRows::Id &id, double y)
{
    constexpr int margin = LogBlocks::margin;
    if (id.state >= 0)
        return m_painter.fillRect(QRectF(m_gutter - margin + 4, y, 1, m_lineHeight), tokens().line2);
    if (m_marked.marks.contains(id.line)) {
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(tokens().link);
        m_painter.drawEllipse(QPointF(8, y + m_lineHeight / 2.0), 3.5, 3.5);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
    }
    m_painter.setPen(id == m_marked.selection.caret().id && m_marked.hasFocus ? tokens().text : tokens().text3);
    const QString number = QString::number(id.line + 1);
    paintCells({m_gutter - margin - m_blocks.cells().cell() * double(number.size()), y}, number);
    if (!m_blocks.look().areArrivalsShown())
        return;
    if (const std::optional<qint64> arrived = m_rows.arrival(id.line)) {
        m_painter.setPen(tokens().text3);
        paintCells({margin + 4.0, y}, QDateTime::fromMSecsSinceEpoch(*arrived).toString(u"hh:mm:ss.zzz"));
    }
}

/// Draws without a layout if the font can.
void LogPainter::paintCells(const QPointF &place, const QString &text)
{
    const CellFont &cells = m_blocks.cells();
    if (cells.isPlain(text))
        return cells.draw(m_painter, place, m_lineHeight, text, false);
    m_painter.setFont(cells.font());
    m_painter.drawText(QRectF(place.x(), place.y(), m_size.width(), m_lineHeight), Qt::AlignLeft | Qt::AlignVCenter,
                       text);
}

QRectF LogPainter::tagBox(const LogBlocks::Block &block, const QPointF &topLeft, int lineHeight)
{
    const double width = QFontMetricsF(textFont(11)).horizontalAdvance(tagText(block.updates)) + 32;
    return {topLeft.x() + block.row.lastWidth() + 14, topLeft.y() + double(block.row.rows() - 1) * lineHeight + 2,
            width, double(lineHeight - 4)};
}

void LogPainter::paintTag(const LogRows::Id &id, const LogBlocks::Block &block, const QPointF &topLeft)
{
    const QRectF box = tagBox(block, topLeft, m_lineHeight);
    m_painter.save();
    m_painter.setFont(textFont(11));
    drawBox(m_painter, box, 4, {}, tokens().selectionUnfocused);
    const QString chevron = m_rows.isExpanded(id.line) ? QStringLiteral("chev-d") : QStringLiteral("chev-r");
    paintIcon(m_painter, QRectF(box.left() + 5, box.center().y() - 6, 12, 12), chevron, tokens().text2);
    m_painter.setPen(tokens().text2);
    m_painter.drawText(box.adjusted(20, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, tagText(block.updates));
    m_painter.restore();
}

} // namespace ui
