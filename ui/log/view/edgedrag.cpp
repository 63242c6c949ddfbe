// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/edgedrag.h"

#include <QWidget>

namespace ui {

namespace {

constexpr int dragInterval = 40; // ms

} // namespace

EdgeDrag::EdgeDrag(const QWidget &inside) : m_inside(inside)
{
    m_timer.setInterval(dragInterval);
    connect(&m_timer, &QTimer::timeout, this, [this] { emit wentOn(m_position); });
}

bool EdgeDrag::moveTo(const QPoint &position)
{
    m_position = position;
    const bool isInside = m_inside.rect().contains(position);
    if (isInside)
        m_timer.stop();
    else if (!m_timer.isActive())
        m_timer.start();
    return isInside;
}

} // namespace ui
