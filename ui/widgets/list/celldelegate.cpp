// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/list/celldelegate.h"

#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"

#include <QApplication>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int cellMargin = 8;
constexpr int cellMarkSide = 14;
constexpr int cellIconSide = 15;

QColor toneOf(const QString &name)
{
    if (name == u"text2"_s)
        return tokens().text2;
    return name == u"failed"_s ? tokens().colour(Mark::Failed) : tokens().text;
}

// QFont has no tabular figures before Qt 6.7: all digits get the width of "0".
void drawDigits(QPainter &painter, const QRect &room, const QString &text, const QFontMetrics &metrics)
{
    const int digit = metrics.horizontalAdvance(u'0');
    const auto widthOf = [&](QChar c) { return c.isDigit() ? digit : metrics.horizontalAdvance(c); };
    int width = 0;
    for (const QChar c : text)
        width += widthOf(c);
    int left = room.right() + 1 - width;
    for (const QChar c : text) {
        painter.drawText(QRect(left, room.top(), widthOf(c), room.height()), Qt::AlignCenter, QString(c));
        left += widthOf(c);
    }
}

} // namespace

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    if (const auto ground = index.data(Qt::BackgroundRole).value<QBrush>(); ground.style() != Qt::NoBrush)
        painter->fillRect(option.rect, ground);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), tokens().grid);
    QRect room = option.rect.adjusted(index.column() == 0 ? 2 * cellMargin : cellMargin, 0, -cellMargin, -1);
    if (const int mark = markAt(index); mark >= 0) {
        paintMark(*painter,
                  QRectF(room.left(), room.center().y() - cellMarkSide / 2.0 + 0.5, cellMarkSide, cellMarkSide),
                  Mark(mark));
        room.setLeft(room.left() + cellMarkSide + 6);
    }
    if (const QString name = iconAt(index); !name.isEmpty()) {
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        const QColor colour = name == u"folder" ? tokens().link : isSelected ? tokens().text : tokens().text2;
        paintIcon(*painter,
                  QRectF(room.left(), room.center().y() - cellIconSide / 2.0 + 0.5, cellIconSide, cellIconSide), name,
                  colour);
        room.setLeft(room.left() + cellIconSide + 8);
    }
    if (option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange)
        && isLink(index))
        drawFocusRing(*painter, option.rect, 3);
    painter->setFont(option.font);
    painter->setPen(isLink(index) ? tokens().link : toneOf(toneAt(index)));
    const QString text = index.data().toString();
    const bool right = (index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0;
    const QFontMetrics metrics(option.font);
    if (right && metrics.horizontalAdvance(text) <= room.width())
        drawDigits(*painter, room, text, metrics);
    else
        painter->drawText(
            room, Qt::AlignVCenter | Qt::TextSingleLine,
            metrics.elidedText(text, index.column() == 0 ? Qt::ElideMiddle : Qt::ElideRight, room.width()));
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const int width = widthWithMark(index.data().toString(), option.fontMetrics);
    return {width - (markAt(index) >= 0 ? 0 : cellMarkSide + 6), qMax(26, option.fontMetrics.height() + 8)};
}

int CellDelegate::widthWithMark(const QString &text, const QFontMetrics &metrics)
{
    return metrics.horizontalAdvance(text) + 2 * cellMargin + 6 + cellMarkSide + 6;
}

bool CellDelegate::isLink(const QModelIndex &index) const
{
    return index.data(toneRole).toString() == u"link" && !index.data().toString().isEmpty();
}

int CellDelegate::markAt(const QModelIndex &index) const
{
    const QVariant mark = index.data(markRole);
    return mark.isValid() ? mark.toInt() : -1;
}

QString CellDelegate::iconAt(const QModelIndex &) const
{
    return {};
}

} // namespace ui
