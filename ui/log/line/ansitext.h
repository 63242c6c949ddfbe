// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArrayView>
#include <QColor>
#include <QList>
#include <QString>

namespace ui {

/// Style that "Select Graphic Rendition" (SGR, ECMA-48) sets. Colours are as written; inkOf() makes them readable.
struct AnsiStyle
{
    static constexpr quint32 indexed = 0x0100'0000; ///< one of 256
    static constexpr quint32 trueColour = 0x0200'0000; ///< 0xRRGGBB

    quint32 text = 0; ///< 0: the default
    quint32 ground = 0;
    bool isBold = false;
    bool isUnderlined = false;
    bool isInverse = false;

    bool operator==(const AnsiStyle &) const = default;
};

struct StyledText
{
    struct Span
    {
        qsizetype begin = 0;
        qsizetype end = 0;
        AnsiStyle style;
    };
    QString text;
    QList<Span> spans; ///< of text that is not in the default style, in order
};

/// \a bytes of a line as shown: SGR as spans, other control sequences removed, control characters except tab as Unicode
/// pictures, invalid UTF-8 as U+FFFD. \a style is that at the beginning, on return that at the end. Pure.
[[nodiscard]] StyledText styledText(QByteArrayView bytes, AnsiStyle &style);

/// How a piece of text is painted; an invalid colour is the default.
struct Ink
{
    QColor text;
    QColor ground;
    bool isBold = false;
    bool isUnderlined = false;

    bool operator==(const Ink &) const = default;
};

/// The colours of \a style in the current look; text is shifted to black or white until its contrast with the
/// background is 4.5. GUI thread.
[[nodiscard]] Ink inkOf(const AnsiStyle &style);
/// Contrast ratio of WCAG, 1 to 21.
[[nodiscard]] double contrast(const QColor &a, const QColor &b);

} // namespace ui
