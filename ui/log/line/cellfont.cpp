// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/line/cellfont.h"

#include <QFontMetricsF>
#include <QGlyphRun>
#include <QPainter>

namespace ui {

namespace {

constexpr char firstPrintable = ' ';
constexpr char lastPrintable = '~';

} // namespace

CellFont::CellFont(const QFont &font) : m_font(font), m_shaped(font), m_normal(faceOf(font))
{
    m_shaped.setStyleStrategy(QFont::PreferDefault);
    QFont bold = font;
    bold.setWeight(QFont::Bold);
    m_bold = faceOf(bold);
    const QFontMetricsF metrics(font);
    m_cell = metrics.horizontalAdvance(QLatin1Char('0'));
    m_height = metrics.height();
    m_ascent = metrics.ascent();
    m_isFixed = m_normal.raw.isValid() && m_bold.raw.isValid();
    for (char c = firstPrintable; c <= lastPrintable && m_isFixed; ++c)
        m_isFixed = qFuzzyCompare(metrics.horizontalAdvance(QLatin1Char(c)), m_cell) && m_normal.glyphs[size_t(c)] != 0;
}

CellFont::Face CellFont::faceOf(const QFont &font)
{
    Face face;
    face.raw = QRawFont::fromFont(font);
    for (char c = firstPrintable; c <= lastPrintable; ++c)
        face.glyphs[size_t(c)] = face.raw.glyphIndexesForString(QString(QLatin1Char(c))).value(0);
    return face;
}

bool CellFont::isPlain(const QString &text) const
{
    return m_isFixed && std::all_of(text.begin(), text.end(), [](QChar c) {
               return (c.unicode() >= firstPrintable && c.unicode() <= lastPrintable) || c == QLatin1Char('\t');
           });
}

void CellFont::draw(QPainter &painter, const QPointF &place, double rowHeight, QStringView text, bool isBold) const
{
    const Face &face = isBold ? m_bold : m_normal;
    QList<quint32> glyphs;
    QList<QPointF> positions;
    glyphs.reserve(text.size());
    positions.reserve(text.size());
    double x = 0;
    for (const QChar c : text) {
        if (c != QLatin1Char(' ')) {
            glyphs.append(face.glyphs[c.unicode()]);
            positions.append({x, 0});
        }
        x += m_cell;
    }
    QGlyphRun run;
    run.setRawFont(face.raw);
    run.setGlyphIndexes(glyphs);
    run.setPositions(positions);
    painter.drawGlyphRun({place.x(), place.y() + (rowHeight - m_height) / 2 + m_ascent}, run);
}

} // namespace ui
