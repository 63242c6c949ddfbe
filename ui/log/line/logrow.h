// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logsearch.h"
#include "ui/log/line/ansitext.h"
#include "ui/log/line/cellfont.h"

#include <QTextLayout>

#include <memory>
#include <optional>

namespace ui {

/// One piece of a line of a log as it is painted: text in its colours, level words, what is highlighted, selection.
/// Wrapped, it takes several rows. GUI thread.
class LogRow final
{
public:
    /// Columns (UTF-16) of the text from \a begin up to \a end.
    struct Columns
    {
        int begin = 0;
        int end = 0;
    };
    struct Highlight
    {
        Columns columns;
        Ink ink;
    };
    struct Wrapping
    {
        int room = 0; ///< pixels
        bool isAnywhere = false; ///< not only between words
    };

    /// Rows are \a rowHeight high.
    LogRow(StyledText text, std::shared_ptr<const CellFont> font, int rowHeight,
           const std::optional<Wrapping> &wrapping = {});

    [[nodiscard]] const QString &text() const { return m_shown.text; }
    [[nodiscard]] int rows() const { return m_layout ? std::max(1, m_layout->lineCount()) : 1; }
    [[nodiscard]] double width() const { return m_width; } ///< of its widest row
    [[nodiscard]] double lastWidth() const; ///< of its last row
    [[nodiscard]] int columnAt(const QPointF &place) const; ///< \a place from its top left
    [[nodiscard]] QRectF rectOf(int column) const; ///< of the character there, from its top left
    [[nodiscard]] int nextColumn(int column, int step) const; ///< a whole character on, or back
    /// Columns of what a double click takes.
    [[nodiscard]] Columns wordAt(int column) const;
    /// \a clip: what of it is visible, in the painter's coordinates. Later ones of \a highlights cover earlier ones.
    void paint(QPainter &painter, const QPointF &topLeft, const QRectF &clip, const QColor &text,
               const QList<Highlight> &highlights, const Columns &selection) const;

private:
    struct Run
    {
        Columns columns;
        Ink ink;
    };
    [[nodiscard]] std::vector<Run> runs(const Columns &visible, const QList<Highlight> &highlights,
                                        const Columns &selection) const;
    void paintRun(QPainter &painter, const QPointF &topLeft, const QColor &text, const Run &run) const;
    [[nodiscard]] double xOf(int column) const; ///< without a layout
    [[nodiscard]] int columnAtX(double x) const; ///< without a layout

    StyledText m_shown;
    std::shared_ptr<const CellFont> m_font;
    std::unique_ptr<QTextLayout> m_layout; ///< null: the text is plain, in one row
    std::vector<int> m_cells; ///< of each column and of the end, where there are tabs in a plain text
    double m_width = 0;
    int m_rowHeight;
};

/// Where a level such as ERROR stands in \a text, with its colour.
[[nodiscard]] std::optional<LogRow::Highlight> levelIn(const QString &text);
/// The time with which \a text begins, perhaps behind a level, as quiet as line numbers; none where the log has a
/// colour of its own for it.
[[nodiscard]] std::optional<LogRow::Highlight> timeIn(const StyledText &text);
/// What \a pattern matches in \a text.
[[nodiscard]] QList<LogRow::Columns> matchesIn(const QString &text, const engine::LogPattern &pattern);

} // namespace ui
