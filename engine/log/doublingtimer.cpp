// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/doublingtimer.h"

#include <algorithm>

namespace engine {

DoublingTimer::DoublingTimer(std::chrono::milliseconds first, QObject *parent)
    : QTimer(parent), m_first(first), m_next(first)
{
    setSingleShot(true);
}

void DoublingTimer::startNext()
{
    start(m_next);
    m_next = std::min<std::chrono::milliseconds>(m_next * 2, longest);
}

} // namespace engine
