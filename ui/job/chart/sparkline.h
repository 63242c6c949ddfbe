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

/// The row of \a plot on which \a percent stands. A curve at 100 % keeps its width below the top.
[[nodiscard]] double curveY(const QRect &plot, double percent);
/// The column of \a plot on which \a time stands, where \a begin and \a end are its edges; UTC ms.
[[nodiscard]] double curveX(const QRect &plot, double time, qint64 begin, qint64 end);
/// A measure over time as a small curve from 0 to 100 %: title left and newest value right above it.
struct Sparkline
{
    QString title;
    QString value;
    models::Measure measure = models::Measure::Cpu;
    QList<QPointF> points; ///< x: UTC ms, y: percent
};

inline constexpr int sparklineMargin = 16; ///< left and right of a row of them
inline constexpr int sparklineGap = 12; ///< between two
[[nodiscard]] int sparklineHeight(); ///< at least: words and curve
/// It fills \a cell. Its curve spans \a begin to \a end, UTC ms: so the same time stands at the same place in each.
void paintSparkline(QPainter &painter, const Sparkline &line, const QRect &cell, qint64 begin, qint64 end);

} // namespace ui
