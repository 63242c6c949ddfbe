// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/theme/tokens.h"

#include <QIcon>

namespace ui {

/// A bundled line icon (resources/icons/NAME.svg) that takes the text colour of the palette in force when it is painted.
[[nodiscard]] QIcon icon(const QString &name);
/// The silhouette and colour of a state, 16 px grid.
[[nodiscard]] QIcon markIcon(Mark mark);
/// The same, painted where a delegate wants it.
void paintMark(QPainter &painter, const QRectF &rect, Mark mark);

} // namespace ui
