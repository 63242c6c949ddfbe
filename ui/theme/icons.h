// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/theme/tokens.h"

#include <QIcon>

namespace ui {

/// A bundled line icon (resources/icons/NAME.svg) in text2 (On: link, Selected: text, Disabled: text3) of the look in
/// force when it is painted.
[[nodiscard]] QIcon icon(const QString &name);
/// The same in a colour of the caller's choice, for delegates and for what stands on a filled ground.
void paintIcon(QPainter &painter, const QRectF &rect, const QString &name, const QColor &colour);
/// The silhouette and colour of a state, 16 px grid.
[[nodiscard]] QIcon markIcon(Mark mark);
/// The silhouette, painted where a delegate wants it.
void paintMark(QPainter &painter, const QRectF &rect, Mark mark);

} // namespace ui
