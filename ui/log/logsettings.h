// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logsearch.h"

#include <QColor>

class QSettings;

namespace ui {

/// Highlights matches of a query with a background colour.
struct HighlightRule
{
    static constexpr int colours = 6;

    engine::LogQuery query;
    int colour = 0; ///< below \a colours
};

/// Background of a highlight rule in the current look; default text is readable on it. GUI thread.
[[nodiscard]] QColor highlightColour(int colour);
[[nodiscard]] QString highlightColourName(int colour);

/// Settings of log panels. Value. read() leaves out invalid entries.
struct LogSettings
{
    static constexpr double smallestZoom = 0.5;
    static constexpr double largestZoom = 4;

    double zoom = 1;
    bool areArrivalsShown = false;
    QList<engine::LogQuery> patterns;
    QList<HighlightRule> rules;

    [[nodiscard]] static LogSettings read(const QSettings &settings);
    void write(QSettings &settings) const;
};

} // namespace ui
