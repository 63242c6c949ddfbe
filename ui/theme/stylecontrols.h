// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QStyleOption>

class QPainter;

/// Painting functions for controls, called by Style. All draw into option.rect with tokens().
namespace ui {

inline constexpr int toolButtonPadding = 9; ///< pixels left and right of icon and text
inline constexpr double nearlyFull = 0.9; ///< share from which a meter warns

/// A box with rounded corners and an edge of \a width within \a rect. An invalid colour draws no edge or background.
void drawBox(QPainter &painter, const QRectF &rect, double radius, const QColor &edge, const QColor &ground,
             double width = 1);
/// A meter; \a used: share from 0 to 1.
void drawMeter(QPainter &painter, const QRectF &groove, double used);
void drawFocusRing(QPainter &painter, const QRect &rect, double radius);
void drawPushButton(QPainter &painter, const QStyleOption &option, bool filled, bool flat);
void drawToolButton(QPainter &painter, const QStyleOption &option);
void drawInputFrame(QPainter &painter, const QStyleOption &option);
void drawCheckBox(QPainter &painter, const QStyleOption &option);
void drawRadioButton(QPainter &painter, const QStyleOption &option);
void drawCard(QPainter &painter, const QStyleOption &option, const QColor &ground);
/// The edge of a popup window, which has no frame of the window system; \a ground may be invalid.
void drawPopup(QPainter &painter, const QStyleOption &option, const QColor &ground);
/// \a lit: the selection has the focus, or is that of the shown page.
void drawRow(QPainter &painter, const QStyleOption &option, bool lit);
void drawBranch(QPainter &painter, const QStyleOption &option);
void drawHeaderSection(QPainter &painter, const QStyleOption &option);
void drawHeaderLabel(QPainter &painter, const QStyleOptionHeader &option);
void drawTab(QPainter &painter, const QStyleOptionTab &option);
void drawTabLabel(QPainter &painter, const QStyleOptionTab &option);
void drawScrollBar(QPainter &painter, const QStyleOptionSlider &option, const QRect &slider);
/// Icon, text, and the arrow of a menu directly after the text.
void drawToolButtonLabel(QPainter &painter, const QStyleOptionToolButton &option);
void drawSpinBox(QPainter &painter, const QStyleOptionSpinBox &option, const QRect &up, const QRect &down);
void drawComboBox(QPainter &painter, const QStyleOptionComboBox &option);
void drawProgress(QPainter &painter, const QStyleOptionProgressBar &option);
void drawMenuBarItem(QPainter &painter, const QStyleOptionMenuItem &option);

} // namespace ui
