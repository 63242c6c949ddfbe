// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/job/utilisationmodel.h"

#include <QColor>

class QPainter;
class QRect;

namespace ui {

/// The colour of a measure on every page.
[[nodiscard]] QColor colourOf(models::Measure measure);

/// The y coordinate of \a percent in \a plot. Leaves room for the line width at 100 %.
[[nodiscard]] double curveY(const QRect &plot, double percent);
/// The x coordinate of \a time in \a plot, whose edges are \a begin and \a end; UTC ms.
[[nodiscard]] double curveX(const QRect &plot, double time, qint64 begin, qint64 end);
/// A measure over time as a small curve from 0 to 100 %; above it the title at the left, the newest value at the right.
struct Sparkline
{
    QString title;
    QString value;
    models::Measure measure = models::Measure::Cpu;
    QList<QPointF> points; ///< x: UTC ms, y: percent
};

inline constexpr int sparklineMargin = 16; ///< pixels left and right of a row of sparklines
inline constexpr int sparklineGap = 12; ///< pixels between two sparklines
[[nodiscard]] int sparklineHeight(); ///< minimum, in pixels: text and curve
/// Fills \a cell. The time axis spans \a begin to \a end, UTC ms.
void paintSparkline(QPainter &painter, const Sparkline &line, const QRect &cell, qint64 begin, qint64 end);

} // namespace ui
