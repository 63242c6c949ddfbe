// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/theme/tokens.h"

#include <QIcon>

namespace ui {

/// A bundled line icon (resources/icons/NAME.svg), painted in the token text2 (On: link, Selected: text, Disabled:
/// text3) of the current look.
[[nodiscard]] QIcon icon(const QString &name);
/// Paints the icon in \a colour, for delegates and coloured backgrounds.
void paintIcon(QPainter &painter, const QRectF &rect, const QString &name, const QColor &colour);
/// Silhouette and colour of a state, on a grid of 16 pixels.
[[nodiscard]] QIcon markIcon(Mark mark);
/// Paints the mark in \a rect, for delegates.
void paintMark(QPainter &painter, const QRectF &rect, Mark mark);

} // namespace ui
