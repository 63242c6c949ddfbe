// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/searchbutton.h"

#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"

#include <QPainter>
#include <QStyleOptionButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int widest = 400;
constexpr int narrowest = 120;
constexpr int searchMargin = 9;
constexpr int searchIconSide = 15;
constexpr double radius = 5;

} // namespace

SearchButton::SearchButton(const QString &text, const QString &keys, QWidget *parent)
    : QPushButton(parent), m_words(text), m_keys(keys)
{
    setAccessibleName(text);
    setToolTip(tr("%1 (%2)").arg(text, keys));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setMinimumWidth(narrowest);
    setMaximumWidth(widest);
}

QSize SearchButton::sizeHint() const
{
    return {widest, qMax(28, fontMetrics().height() + 10)};
}

QSize SearchButton::minimumSizeHint() const
{
    return {narrowest, sizeHint().height()};
}

void SearchButton::paintEvent(QPaintEvent *)
{
    const Tokens &t = tokens();
    QPainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    drawBox(painter, rect(), radius, option.state.testFlag(QStyle::State_MouseOver) ? t.field : t.line2, t.surface);
    if (hasFocus() && option.state.testFlag(QStyle::State_KeyboardFocusChange))
        drawFocusRing(painter, rect(), radius);
    paintIcon(painter, QRectF(searchMargin, (height() - searchIconSide) / 2.0, searchIconSide, searchIconSide),
              u"search"_s, t.text2);

    const QFont capFont = textFont(11, QFont::Medium);
    const QFontMetrics capMetrics(capFont);
    const int capWidth = capMetrics.horizontalAdvance(m_keys) + 12;
    const QRect cap(width() - searchMargin + 3 - capWidth, (height() - 19) / 2, capWidth, 19);
    QRect room = rect().adjusted(searchMargin + searchIconSide + 7, 0, -searchMargin, 0);
    if (cap.left() > room.left() + 60) {
        drawBox(painter, cap, 4, t.line2, t.alt);
        painter.setFont(capFont);
        painter.setPen(t.text2);
        painter.drawText(cap, Qt::AlignCenter, m_keys);
        room.setRight(cap.left() - 8);
    }
    painter.setFont(textFont());
    painter.setPen(t.text3);
    painter.drawText(room, Qt::AlignVCenter | Qt::TextSingleLine,
                     QFontMetrics(textFont()).elidedText(m_words, Qt::ElideRight, room.width()));
}

} // namespace ui
