// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/retrytimer.h"

#include <algorithm>

namespace engine {

RetryTimer::RetryTimer(std::chrono::milliseconds first, QObject *parent) : QTimer(parent), m_first(first), m_next(first)
{
    setSingleShot(true);
}

void RetryTimer::startNext()
{
    start(m_next);
    m_next = std::min<std::chrono::milliseconds>(m_next * 2, longest);
}

} // namespace engine
