// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/backoff.h"

#include <algorithm>

namespace engine {

Backoff::Backoff(Duration shortest, Duration longest, Clock clock, quint32 seed)
    : m_shortest(shortest), m_longest(longest), m_clock(std::move(clock)), m_random(seed)
{
    Q_ASSERT(shortest > Duration::zero() && shortest <= longest);
}

void Backoff::fail()
{
    ++m_failures;
    Duration ceiling = m_shortest;
    for (int i = 0; i < m_failures && ceiling < m_longest; ++i)
        ceiling = ceiling > m_longest / 2 ? m_longest : ceiling * 2;
    const Duration floor = std::max(m_shortest, ceiling / 2);
    const double part = m_random.generateDouble(); // [0, 1)
    const auto jitter = Duration(qint64(part * double((ceiling - floor).count() + 1)));
    m_retryAt = m_clock() + floor + jitter;
}

void Backoff::succeed()
{
    m_failures = 0;
    m_retryAt = m_clock();
}

Backoff::Duration Backoff::remaining() const
{
    return m_failures == 0 ? Duration::zero() : std::max(Duration::zero(), m_retryAt - m_clock());
}

} // namespace engine
