// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/logsearch.h"

#include <QTextLayout>

#include <optional>

namespace ui {

/// What \a line shows: without control sequences, its control characters as pictures, cut where it is endless.
[[nodiscard]] QString shownText(const engine::LogLine &line);

/// One line of a log as it is painted: text, level words in colour, matches, selection, and a tag on a line into which
/// rewritten ones were folded. Wrapped, it takes several rows. GUI thread.
class LogRow final
{
public:
    /// Columns of the text from \a begin up to \a end.
    struct Columns
    {
        int begin = 0;
        int end = 0;
    };
    struct Look
    {
        const engine::LogPattern *pattern = nullptr;
        bool isCurrentMatch = false;
        Columns selection;
    };

    /// Rows are \a rowHeight high; the text wraps at \a room pixels, where one is given.
    LogRow(const engine::LogLine &line, const QFont &font, int rowHeight, std::optional<int> room);

    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] int rows() const { return std::max(1, m_layout.lineCount()); }
    [[nodiscard]] double width() const; ///< of its widest row
    [[nodiscard]] int columnAt(const QPointF &place) const; ///< \a place from its top left
    void paint(QPainter &painter, const QPointF &topLeft, const Look &look) const;

private:
    [[nodiscard]] QList<QTextLayout::FormatRange> formats(const Look &look) const;
    void paintTag(QPainter &painter, const QPointF &topLeft) const;

    QString m_text;
    QTextLayout m_layout;
    int m_rowHeight;
    int m_updates;
};

} // namespace ui
