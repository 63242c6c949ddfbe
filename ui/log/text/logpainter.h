// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/log/text/logscroll.h"

#include <set>

class QPainter;

namespace ui {

/// Paints the visible part of a log for one paint event. GUI thread.
class LogPainter final
{
    Q_DISABLE_COPY_MOVE(LogPainter)

public:
    /// What is emphasised in the text.
    struct Marked
    {
        const LogSelection &selection;
        const std::set<qint64> &marks; ///< lines
        qint64 currentMatch = -1; ///< line
        bool hasFocus = false;
    };

    /// \a size: of the viewport.
    LogPainter(QPainter &painter, const QSize &size, const LogScroll &scroll, const Marked &marked);

    void paint();
    /// The rectangle of the tag behind the last piece of a rewritten row; \a topLeft: of the piece.
    [[nodiscard]] static QRectF tagBox(const LogBlocks::Block &block, const QPointF &topLeft, int lineHeight);

private:
    // Both return the bottom of the row.
    [[nodiscard]] double paintRow(const LogRows::Id &id, double y);
    [[nodiscard]] double paintWrapped(const LogRows::Id &id, qint64 piece, double y); ///< from \a piece on
    void paintBlock(const LogRows::Id &id, qint64 piece, const LogBlocks::Block &block, const QPointF &topLeft);
    void paintGutter(const LogRows::Id &id, double y);
    void paintCells(const QPointF &place, const QString &text); ///< of the gutter, in the painter's pen
    void paintGround(const LogRows::Id &id, double y, double height);
    void paintTag(const LogRows::Id &id, const LogBlocks::Block &block, const QPointF &topLeft);

    QPainter &m_painter;
    const LogScroll &m_scroll;
    const LogBlocks &m_blocks;
    const LogRows &m_rows;
    const QSize m_size;
    const Marked m_marked;
    const int m_lineHeight;
    const int m_gutter; ///< width of the gutter
};

} // namespace ui
