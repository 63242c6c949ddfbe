// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QProxyStyle>

namespace ui {

/// Name of the boolean property that makes a QPushButton the one filled button of its page.
inline constexpr char filledProperty[] = "batchdeckFilled";
/// Name of the boolean property that makes a QFrame with a panel a card: surface and a radius of 6.
inline constexpr char cardProperty[] = "batchdeckCard";
/// Name of the boolean property that makes a QFrame with a panel a card that floats over the page, as menus do.
inline constexpr char floatingProperty[] = "batchdeckFloating";

/// Fusion in our measures: rows and headers of 26, buttons and inputs of 28, flat tabs, a focus ring, thin scroll bars.
/// Reads tokens() while it paints.
class Style final : public QProxyStyle
{
    Q_OBJECT

public:
    Style();

    void polish(QWidget *widget) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                                QStyleHintReturn *data) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                                         const QWidget *widget) const override;
    [[nodiscard]] QRect subElementRect(SubElement element, const QStyleOption *option,
                                       const QWidget *widget) const override;
    [[nodiscard]] QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part,
                                       const QWidget *widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;
};

} // namespace ui
