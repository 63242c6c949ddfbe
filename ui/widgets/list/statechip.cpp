// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/list/statechip.h"

#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"

#include <QPainter>

namespace ui {

namespace {

constexpr int chipMarkSide = 13;
constexpr int leftMargin = 5;
constexpr int gap = 5;
constexpr int rightMargin = 8;

QFont chipFont()
{
    return textFont(12, QFont::Medium);
}

} // namespace

StateChip::StateChip(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void StateChip::setState(Mark mark, const QString &word)
{
    m_mark = mark;
    m_word = word;
    setAccessibleName(word);
    updateGeometry();
    update();
}

QSize StateChip::sizeHint() const
{
    const QFontMetrics metrics(chipFont());
    return {leftMargin + chipMarkSide + gap + metrics.horizontalAdvance(m_word) + rightMargin,
            qMax(20, metrics.height() + 4)};
}

void StateChip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    drawBox(painter, rect(), 4, {}, tokens().ground(m_mark));
    paintMark(painter, QRectF(leftMargin, (height() - chipMarkSide) / 2.0, chipMarkSide, chipMarkSide), m_mark);
    painter.setFont(chipFont());
    painter.setPen(tokens().colour(m_mark));
    painter.drawText(rect().adjusted(leftMargin + chipMarkSide + gap, 0, 0, 0), Qt::AlignVCenter, m_word);
}

} // namespace ui
