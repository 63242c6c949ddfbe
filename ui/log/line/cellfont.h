// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QFont>
#include <QRawFont>

#include <array>

class QPainter;

namespace ui {

/// A monospace font that draws ASCII text, most of a log, without a text layout, which takes about ten times as long.
/// GUI thread.
class CellFont final
{
public:
    explicit CellFont(const QFont &font);

    [[nodiscard]] const QFont &font() const { return m_font; }
    [[nodiscard]] const QFont &shapedFont() const { return m_shaped; } ///< with ligatures and kerning
    [[nodiscard]] double cell() const { return m_cell; } ///< width of a character
    [[nodiscard]] double height() const { return m_height; }
    /// Whether each character of \a text is one cell wide; tabs are as wide as to the next stop.
    [[nodiscard]] bool isPlain(const QString &text) const;
    /// Draws ASCII without tabs in the painter's pen. \a place: left end, and top of a row of height \a rowHeight.
    void draw(QPainter &painter, const QPointF &place, double rowHeight, QStringView text, bool isBold) const;

private:
    struct Face
    {
        QRawFont raw;
        std::array<quint32, 128> glyphs{};
    };
    [[nodiscard]] static Face faceOf(const QFont &font);

    QFont m_font;
    QFont m_shaped;
    Face m_normal;
    Face m_bold;
    double m_cell = 0;
    double m_height = 0;
    double m_ascent = 0;
    bool m_isFixed = false;
};

} // namespace ui
