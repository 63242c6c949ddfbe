// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QProxyStyle>

namespace ui {

/// Boolean property of a QPushButton: the filled primary button of its page.
inline constexpr char filledProperty[] = "batchdeckFilled";
/// Boolean property of a QFrame with a panel: a card with surface colour and a radius of 6 pixels.
inline constexpr char cardProperty[] = "batchdeckCard";
/// Boolean property of a QFrame with a panel: a card that floats over the page, like a menu.
inline constexpr char floatingProperty[] = "batchdeckFloating";

/// Fusion with rows and headers of 26 pixels, buttons and inputs of 28, flat tabs, a focus ring and thin scroll bars.
/// Reads tokens() when painting.
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
