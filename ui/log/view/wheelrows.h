// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

class QWheelEvent;

namespace ui {

/// Converts wheel events to whole rows; keeps the remainder, as events of fine wheels are less than a row. GUI thread.
class WheelRows final
{
public:
    /// Rows to scroll up.
    [[nodiscard]] int turn(const QWheelEvent &event, int rowHeight);

private:
    int m_angle = 0; ///< remainder of angleDelta() below a row
    int m_pixels = 0; ///< remainder of pixelDelta() below a row
};

} // namespace ui
