// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/drophint.h"

#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int widestHint = 420;
constexpr int hintMargin = 12; // pixels around the text
constexpr int iconRoom = 24;

} // namespace

DropHint::DropHint(QWidget *over) : QWidget(over)
{
    setObjectName(u"dropHint"_s);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropHint::say(const QString &words, bool isAccepted)
{
    m_words = words;
    m_isAccepted = isAccepted;
    setAccessibleName(words);
    const QFontMetrics metrics(textFont(13, QFont::Medium));
    const int most = qMin(widestHint, parentWidget()->width() - 16) - 2 * hintMargin - iconRoom;
    const QSize room = metrics.boundingRect(QRect(0, 0, most, 400), Qt::TextWordWrap, words).size();
    const QSize size(room.width() + 2 * hintMargin + iconRoom + 2, room.height() + 16);
    setGeometry((parentWidget()->width() - size.width()) / 2, parentWidget()->height() - size.height() - 16,
                size.width(), size.height());
    show();
    raise();
    update();
}

void DropHint::paintEvent(QPaintEvent *)
{
    const Tokens &look = tokens();
    QPainter painter(this);
    drawBox(painter, rect(), 5, m_isAccepted ? look.accent : look.field, m_isAccepted ? look.accent : look.raised);
    const QRectF mark(hintMargin, height() / 2.0 - 8, 16, 16);
    if (m_isAccepted)
        paintIcon(painter, mark, u"download"_s, look.onAccent);
    else
        paintMark(painter, mark, Mark::Unusable);
    painter.setFont(textFont(13, QFont::Medium));
    painter.setPen(m_isAccepted ? look.onAccent : look.text);
    painter.drawText(rect().adjusted(hintMargin + iconRoom, 0, -hintMargin, 0), Qt::AlignVCenter | Qt::TextWordWrap,
                     m_words);
}

} // namespace ui
