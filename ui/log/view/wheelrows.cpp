// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/wheelrows.h"

#include <QWheelEvent>

#include <utility>

namespace ui {

int WheelRows::turn(const QWheelEvent &event, int rowHeight)
{
    constexpr int rowsOfStep = 3;
    constexpr int step = QWheelEvent::DefaultDeltasPerStep;
    if (event.pixelDelta().isNull()) {
        m_angle += event.angleDelta().y() * rowsOfStep;
        return std::exchange(m_angle, m_angle % step) / step;
    }
    m_pixels += event.pixelDelta().y();
    return std::exchange(m_pixels, m_pixels % rowHeight) / rowHeight;
}

} // namespace ui
