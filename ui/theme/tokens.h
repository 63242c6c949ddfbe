// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QColor>
#include <QFont>

#include <array>

namespace ui {

enum class Look { Light, Dark };

/// Marks of states, each with a colour and a silhouette.
enum class Mark {
    Queued,
    Preparing,
    Running,
    Terminating,
    Succeeded,
    Failed,
    Offline,
    Unusable,
    Foreign,
    Online,
    Idle
};

/// The colours of the look by role; basic ones are in QPalette, too. Process-wide: widgets read tokens() when painting
/// and repaint on QEvent::PaletteChange. GUI thread.
struct Tokens
{
    QColor chrome, surface, alt, raised, hover, selection, selectionUnfocused, line, line2, field;
    QColor text, text2, text3, accent, onAccent, link, focus;
    QColor match, matchCurrent, matchText, matchCurrentText, warnFill, grid;
    std::array<QColor, 11> mark; ///< by Mark
    std::array<QColor, 11> markGround; ///< background of chips, by Mark
    std::array<QColor, 8> series;
    std::array<QColor, 6> heat;
    int areaAlpha = 36; ///< 0 to 255, of the area below a curve

    [[nodiscard]] const QColor &colour(Mark value) const { return mark[size_t(value)]; }
    [[nodiscard]] const QColor &ground(Mark value) const { return markGround[size_t(value)]; }
};

[[nodiscard]] const Tokens &tokens();
[[nodiscard]] Look look();

/// Inter, and JetBrains Mono without ligatures; system fonts if not installed. Sizes are pixels at 96
/// dpi and scale with the desktop's text scale.
[[nodiscard]] QFont textFont(double pixels = 13, QFont::Weight weight = QFont::Normal);
[[nodiscard]] QFont monoFont(double pixels = 12);

} // namespace ui
