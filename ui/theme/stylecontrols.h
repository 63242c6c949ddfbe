// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QStyleOption>

class QPainter;

/// How single controls look: what Style dispatches to. Every function draws into option.rect with tokens().
namespace ui {

inline constexpr int toolButtonPadding = 9; ///< left and right of icon and word, px
inline constexpr double nearlyFull = 0.9; ///< from this share on a meter warns

/// A box with round corners, whose edge of \a width lies inside of \a rect; without an edge or a ground where that is
/// no colour.
void drawBox(QPainter &painter, const QRectF &rect, double radius, const QColor &edge, const QColor &ground,
             double width = 1);
/// How much of something is \a used, as a share.
void drawMeter(QPainter &painter, const QRectF &groove, double used);
void drawFocusRing(QPainter &painter, const QRect &rect, double radius);
void drawPushButton(QPainter &painter, const QStyleOption &option, bool filled, bool flat);
void drawToolButton(QPainter &painter, const QStyleOption &option);
void drawInputFrame(QPainter &painter, const QStyleOption &option);
void drawCheckBox(QPainter &painter, const QStyleOption &option);
void drawRadioButton(QPainter &painter, const QStyleOption &option);
void drawCard(QPainter &painter, const QStyleOption &option, const QColor &ground);
/// The edge of a window without a frame of the window system, which is all that sets it off; \a ground may be no
/// colour.
void drawPopup(QPainter &painter, const QStyleOption &option, const QColor &ground);
/// \a lit: a selection that has the focus, or leads to the page that is shown.
void drawRow(QPainter &painter, const QStyleOption &option, bool lit);
void drawBranch(QPainter &painter, const QStyleOption &option);
void drawHeaderSection(QPainter &painter, const QStyleOption &option);
void drawHeaderLabel(QPainter &painter, const QStyleOptionHeader &option);
void drawTab(QPainter &painter, const QStyleOptionTab &option);
void drawTabLabel(QPainter &painter, const QStyleOptionTab &option);
void drawScrollBar(QPainter &painter, const QStyleOptionSlider &option, const QRect &slider);
/// Icon, word, and the arrow of a menu right after the word.
void drawToolButtonLabel(QPainter &painter, const QStyleOptionToolButton &option);
void drawSpinBox(QPainter &painter, const QStyleOptionSpinBox &option, const QRect &up, const QRect &down);
void drawComboBox(QPainter &painter, const QStyleOptionComboBox &option);
void drawProgress(QPainter &painter, const QStyleOptionProgressBar &option);
void drawMenuBarItem(QPainter &painter, const QStyleOptionMenuItem &option);

} // namespace ui
