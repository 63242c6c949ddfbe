// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

class QWheelEvent;

namespace ui {

/// Whole rows out of the turns of a wheel. Fine wheels turn by less than a row, often: the rest is kept. GUI thread.
class WheelRows final
{
public:
    /// How many rows are scrolled up.
    [[nodiscard]] int turn(const QWheelEvent &event, int rowHeight);

private:
    int m_angle = 0; ///< the rest of the turns that made no whole row yet
    int m_pixels = 0; ///< the same of a wheel that tells pixels
};

} // namespace ui
