// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/text/tonelabel.h"

#include "ui/theme/tokens.h"

#include <QEvent>
#include <QPainter>
#include <QStyle>

namespace ui {

namespace {

QColor colourOf(ToneLabel::Tone tone)
{
    switch (tone) {
    case ToneLabel::Tone::Text:
        return tokens().text;
    case ToneLabel::Tone::Quiet:
        return tokens().text2;
    case ToneLabel::Tone::Faint:
        return tokens().text3;
    case ToneLabel::Tone::Failed:
        return tokens().colour(Mark::Failed);
    case ToneLabel::Tone::Warning:
        return tokens().colour(Mark::Unusable);
    }
    return tokens().text;
}

} // namespace

ToneLabel::ToneLabel(Tone tone, const QString &text, QWidget *parent, const std::optional<QFont> &font)
    : QLabel(text, parent), m_tone(tone)
{
    if (font)
        setFont(*font);
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    applyColour();
}

void ToneLabel::setTone(Tone tone)
{
    m_tone = tone;
    applyColour();
}

void ToneLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColour();
}

void ToneLabel::paintEvent(QPaintEvent *event)
{
    if (wordWrap() || textInteractionFlags() != Qt::NoTextInteraction)
        return QLabel::paintEvent(event);
    QPainter painter(this);
    const QRect room = contentsRect();
    style()->drawItemText(&painter, room, int(QStyle::visualAlignment(layoutDirection(), alignment())), palette(),
                          isEnabled(), fontMetrics().elidedText(text(), Qt::ElideRight, room.width()),
                          foregroundRole());
}

void ToneLabel::applyColour()
{
    const QColor colour = colourOf(m_tone);
    if (palette().color(QPalette::WindowText) == colour && palette().color(QPalette::Text) == colour)
        return; // setPalette() would send PaletteChange again
    QPalette toned = palette();
    toned.setColor(QPalette::WindowText, colour);
    toned.setColor(QPalette::Text, colour); // the role that pages use for text
    setPalette(toned);
}

} // namespace ui
