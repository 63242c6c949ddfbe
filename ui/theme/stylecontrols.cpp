// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/theme/stylecontrols.h"

#include "ui/theme/icons.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr double buttonRadius = 5;
constexpr double rowIcon = 12;

bool has(const QStyleOption &option, QStyle::StateFlag flag)
{
    return option.state.testFlag(flag);
}

QRect squareIn(const QRect &rect, int side)
{
    QRect square(0, 0, side, side);
    square.moveCenter(rect.center());
    return square;
}

} // namespace

void drawBox(QPainter &painter, const QRectF &rect, double radius, const QColor &edge, const QColor &ground,
             double width)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(edge.isValid() ? QPen(edge, width) : QPen(Qt::NoPen));
    painter.setBrush(ground.isValid() ? QBrush(ground) : QBrush(Qt::NoBrush));
    const double inset = edge.isValid() ? width / 2 : 0;
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius);
    painter.restore();
}

void drawMeter(QPainter &painter, const QRectF &groove, double used)
{
    const double radius = groove.height() / 2;
    QRectF filled = groove;
    filled.setWidth(std::max(groove.height(), groove.width() * std::clamp(used, 0.0, 1.0)));
    drawBox(painter, groove, radius, {}, tokens().line);
    drawBox(painter, filled, radius, {}, used >= nearlyFull ? tokens().warnFill : tokens().text3);
}

void drawFocusRing(QPainter &painter, const QRect &rect, double radius)
{
    drawBox(painter, rect, radius, tokens().focus, {}, 2);
}

void drawPushButton(QPainter &painter, const QStyleOption &option, bool filled, bool flat)
{
    const Tokens &t = tokens();
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool down = has(option, QStyle::State_Sunken);
    const bool on = has(option, QStyle::State_On);
    const bool hovered = enabled && has(option, QStyle::State_MouseOver);
    if (filled && enabled) {
        drawBox(painter, option.rect, buttonRadius, {},
                down ? t.accent.darker(115) : (hovered ? t.accent.lighter(108) : t.accent));
    } else if (flat) {
        if (on || down || hovered)
            drawBox(painter, option.rect, buttonRadius, {}, on ? t.selection : (down ? t.selectionUnfocused : t.hover));
    } else {
        const QColor ground = on ? t.selection : (down ? t.selectionUnfocused : (hovered ? t.hover : t.raised));
        drawBox(painter, option.rect, buttonRadius, enabled ? t.line2 : t.line, ground);
    }
    if (has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange))
        drawFocusRing(painter, option.rect, buttonRadius);
}

void drawToolButton(QPainter &painter, const QStyleOption &option)
{
    const Tokens &t = tokens();
    if (has(option, QStyle::State_On))
        drawBox(painter, option.rect, buttonRadius, {}, t.selection);
    else if (has(option, QStyle::State_Enabled) && has(option, QStyle::State_Sunken))
        drawBox(painter, option.rect, buttonRadius, {}, t.selection);
    else if (has(option, QStyle::State_Enabled) && has(option, QStyle::State_MouseOver))
        drawBox(painter, option.rect, buttonRadius, {}, t.selectionUnfocused);
    if (has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange))
        drawFocusRing(painter, option.rect, buttonRadius);
}

void drawInputFrame(QPainter &painter, const QStyleOption &option)
{
    const Tokens &t = tokens();
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool focused = enabled && has(option, QStyle::State_HasFocus);
    drawBox(painter, option.rect, buttonRadius, focused ? t.focus : (enabled ? t.field : t.line2),
            enabled ? t.surface : t.alt, focused ? 2 : 1);
}

void drawCheckBox(QPainter &painter, const QStyleOption &option)
{
    const Tokens &t = tokens();
    const QRect square = squareIn(option.rect, 15);
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool partly = has(option, QStyle::State_NoChange);
    if (has(option, QStyle::State_On) || partly) {
        drawBox(painter, square, 3, {}, enabled ? t.accent : t.line2);
        paintIcon(painter, QRectF(square).adjusted(1, 1, -1, -1), partly ? u"minus"_s : u"check"_s, t.onAccent);
    } else {
        drawBox(painter, square, 3, enabled ? t.field : t.line2, t.surface, 1.5);
    }
    if (has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange))
        drawFocusRing(painter, square.adjusted(-3, -3, 3, 3), 5);
}

void drawRadioButton(QPainter &painter, const QStyleOption &option)
{
    const Tokens &t = tokens();
    const QRect square = squareIn(option.rect, 15);
    const bool on = has(option, QStyle::State_On);
    drawBox(painter, square, 7.5, on ? t.accent : t.field, t.surface, 1.5);
    if (on)
        drawBox(painter, squareIn(square, 7), 3.5, {}, t.accent);
}

void drawCard(QPainter &painter, const QStyleOption &option, const QColor &ground)
{
    const bool focused = has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange);
    drawBox(painter, option.rect, 6, focused ? tokens().focus : tokens().line, ground, focused ? 2 : 1);
}

void drawPopup(QPainter &painter, const QStyleOption &option, const QColor &ground)
{
    painter.setPen(tokens().field);
    painter.setBrush(ground.isValid() ? QBrush(ground) : QBrush(Qt::NoBrush));
    painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
}

void drawRow(QPainter &painter, const QStyleOption &option, bool lit)
{
    const Tokens &t = tokens();
    if (has(option, QStyle::State_Selected))
        painter.fillRect(option.rect, lit ? t.selection : t.selectionUnfocused);
    else if (has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled))
        painter.fillRect(option.rect, t.hover);
}

void drawBranch(QPainter &painter, const QStyleOption &option)
{
    if (!has(option, QStyle::State_Children))
        return;
    const QRect square = squareIn(option.rect, int(rowIcon));
    paintIcon(painter, square, has(option, QStyle::State_Open) ? u"chev-d"_s : u"chev-r"_s, tokens().text3);
}

void drawHeaderSection(QPainter &painter, const QStyleOption &option)
{
    const Tokens &t = tokens();
    painter.fillRect(option.rect, has(option, QStyle::State_Sunken) ? t.selectionUnfocused : t.alt);
    painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), t.line);
}

void drawHeaderLabel(QPainter &painter, const QStyleOptionHeader &option)
{
    const bool sorted = option.sortIndicator != QStyleOptionHeader::None;
    const int arrow = sorted ? int(rowIcon) + 3 : 0;
    // Aligned with the left edge of the page.
    const QRect room = option.rect.adjusted(option.section == 0 ? 16 : 8, 0, -8, 0);
    const QString text = option.fontMetrics.elidedText(option.text, Qt::ElideRight, qMax(0, room.width() - arrow));
    const int width = option.fontMetrics.horizontalAdvance(text);
    const bool right = option.textAlignment.testFlag(Qt::AlignRight);
    const int left = right ? room.right() + 1 - arrow - width : room.left();
    painter.setPen(sorted ? tokens().text : tokens().text2);
    painter.drawText(QRect(left, room.top(), width + 2, room.height()), Qt::AlignVCenter | Qt::TextSingleLine, text);
    if (sorted) {
        // Qt names arrows after their shape: SortDown means ascending.
        const bool ascending = option.sortIndicator == QStyleOptionHeader::SortDown;
        const QRectF place(left + width + 3, room.center().y() - rowIcon / 2 + 1, rowIcon, rowIcon);
        paintIcon(painter, place, ascending ? u"chev-u"_s : u"chev-d"_s, tokens().text2);
    }
}

void drawTab(QPainter &painter, const QStyleOptionTab &option)
{
    if (has(option, QStyle::State_Selected))
        painter.fillRect(QRect(option.rect.left(), option.rect.bottom() - 1, option.rect.width(), 2), tokens().accent);
    if (has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange))
        drawFocusRing(painter, option.rect.adjusted(1, 3, -1, -4), buttonRadius);
}

void drawTabLabel(QPainter &painter, const QStyleOptionTab &option)
{
    const bool current = has(option, QStyle::State_Selected);
    painter.save();
    painter.setFont(textFont(13, current ? QFont::DemiBold : QFont::Normal));
    const bool lit = current || has(option, QStyle::State_MouseOver);
    painter.setPen(lit ? tokens().text : tokens().text2);
    QRect room = option.rect;
    if (option.rightButtonSize.width() > 0)
        room.adjust(10, 0, -10 - option.rightButtonSize.width(), 0);
    const auto alignment = (option.rightButtonSize.width() > 0 ? Qt::AlignLeft : Qt::AlignHCenter) | Qt::AlignVCenter;
    painter.drawText(room, int(alignment) | Qt::TextShowMnemonic, option.text);
    painter.restore();
}

void drawScrollBar(QPainter &painter, const QStyleOptionSlider &option, const QRect &slider)
{
    if (option.minimum >= option.maximum)
        return;
    const bool active = has(option, QStyle::State_MouseOver) || has(option, QStyle::State_Sunken);
    const int inset = active ? 2 : 3;
    const QRect thumb = option.orientation == Qt::Vertical ? slider.adjusted(inset, 2, -inset, -2)
                                                           : slider.adjusted(2, inset, -2, -inset);
    const double radius = qMin(thumb.width(), thumb.height()) / 2.0;
    drawBox(painter, thumb, radius, {}, active ? tokens().field : tokens().line2);
}

void drawComboBox(QPainter &painter, const QStyleOptionComboBox &option)
{
    drawInputFrame(painter, option);
    const QRectF place(option.rect.right() - 20, option.rect.center().y() - rowIcon / 2 + 1, rowIcon, rowIcon);
    paintIcon(painter, place, u"chev-d"_s, has(option, QStyle::State_Enabled) ? tokens().text2 : tokens().text3);
}

void drawToolButtonLabel(QPainter &painter, const QStyleOptionToolButton &option)
{
    const Tokens &t = tokens();
    const bool enabled = has(option, QStyle::State_Enabled);
    const int side = option.iconSize.width();
    QRect room = option.rect.adjusted(toolButtonPadding, 0, 0, 0);
    option.icon.paint(&painter, QRect(room.left(), room.center().y() - side / 2, side, side), Qt::AlignCenter,
                      enabled ? QIcon::Normal : QIcon::Disabled);
    room.setLeft(room.left() + side + 6);
    painter.setFont(option.font);
    painter.setPen(enabled ? t.text : t.text3);
    painter.drawText(room, Qt::AlignVCenter | Qt::TextHideMnemonic | Qt::TextSingleLine, option.text);
    if (!option.features.testFlag(QStyleOptionToolButton::HasMenu))
        return;
    const int width = option.fontMetrics.size(Qt::TextHideMnemonic, option.text).width();
    paintIcon(painter, QRectF(room.left() + width + 5, room.center().y() - rowIcon / 2 + 1, rowIcon, rowIcon),
              u"chev-d"_s, t.text2);
}

void drawSpinBox(QPainter &painter, const QStyleOptionSpinBox &option, const QRect &up, const QRect &down)
{
    drawInputFrame(painter, option);
    const Tokens &t = tokens();
    const auto arrow = [&](const QRect &rect, const QString &name, QStyle::SubControl part,
                           QAbstractSpinBox::StepEnabledFlag step) {
        const bool enabled = has(option, QStyle::State_Enabled) && option.stepEnabled.testFlag(step);
        if (enabled && option.activeSubControls == part)
            painter.fillRect(rect.adjusted(1, 1, -1, -1),
                             has(option, QStyle::State_Sunken) ? t.selectionUnfocused : t.hover);
        QRectF place(0, 0, 10, 10);
        place.moveCenter(QRectF(rect).center());
        paintIcon(painter, place, name, enabled ? t.text2 : t.line2);
    };
    arrow(up, u"chev-u"_s, QStyle::SC_SpinBoxUp, QAbstractSpinBox::StepUpEnabled);
    arrow(down, u"chev-d"_s, QStyle::SC_SpinBoxDown, QAbstractSpinBox::StepDownEnabled);
}

void drawProgress(QPainter &painter, const QStyleOptionProgressBar &option)
{
    const Tokens &t = tokens();
    QRect groove(option.rect.left(), option.rect.center().y() - 2, option.rect.width(), 6);
    drawBox(painter, groove, 3, {}, t.line);
    const bool unknown = option.minimum == option.maximum;
    const double share = unknown ? 0.3 : double(option.progress - option.minimum) / (option.maximum - option.minimum);
    groove.setWidth(int(groove.width() * share));
    if (groove.width() >= 3)
        drawBox(painter, groove, 3, {}, t.colour(Mark::Running));
}

void drawMenuBarItem(QPainter &painter, const QStyleOptionMenuItem &option)
{
    const Tokens &t = tokens();
    painter.fillRect(option.rect, t.chrome);
    const bool open = has(option, QStyle::State_Sunken);
    if (open || has(option, QStyle::State_Selected))
        drawBox(painter, option.rect.adjusted(1, 2, -1, -2), 4, {}, open ? t.selection : t.selectionUnfocused);
    painter.setPen(open ? t.text : t.text2);
    painter.drawText(option.rect, Qt::AlignCenter | Qt::TextHideMnemonic | Qt::TextSingleLine, option.text);
}

} // namespace ui
