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

/// Paints one piece of a line of a log: coloured text, level words, highlights, selection. A wrapped piece has several
/// rows. GUI thread.
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
        bool isAnywhere = false; ///< breaks within words, too
    };

    /// Rows are \a rowHeight high.
    LogRow(StyledText text, std::shared_ptr<const CellFont> font, int rowHeight,
           const std::optional<Wrapping> &wrapping = {});

    [[nodiscard]] const QString &text() const { return m_shown.text; }
    [[nodiscard]] int rows() const { return m_layout ? std::max(1, m_layout->lineCount()) : 1; }
    [[nodiscard]] double width() const { return m_width; } ///< of its widest row
    [[nodiscard]] double lastWidth() const; ///< of its last row
    [[nodiscard]] int columnAt(const QPointF &place) const; ///< \a place is relative to the top left
    [[nodiscard]] QRectF rectOf(int column) const; ///< of the character, relative to the top left
    [[nodiscard]] int nextColumn(int column, int step) const; ///< one character forwards (1) or back (-1)
    /// Columns of the word that a double click selects.
    [[nodiscard]] Columns wordAt(int column) const;
    /// \a clip: the visible part, in the painter's coordinates. Later \a highlights cover earlier ones.
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
    std::unique_ptr<QTextLayout> m_layout; ///< null: plain text in one row
    std::vector<int> m_cells; ///< position of each column and of the end, if plain text has tabs
    double m_width = 0;
    int m_rowHeight;
};

/// The level, such as ERROR, in \a text, with its colour.
[[nodiscard]] std::optional<LogRow::Highlight> levelIn(const QString &text);
/// The time at the beginning of \a text or behind its level, in the colour of line numbers; none if the log colours
/// the time itself.
[[nodiscard]] std::optional<LogRow::Highlight> timeIn(const StyledText &text);
/// The matches of \a pattern in \a text.
[[nodiscard]] QList<LogRow::Columns> matchesIn(const QString &text, const engine::LogPattern &pattern);

} // namespace ui
