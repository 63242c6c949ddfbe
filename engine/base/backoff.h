// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QRandomGenerator>

#include <chrono>
#include <functional>

namespace engine {

/// Delay before the next try. After n failures in a row the delay is random, between one half and all of `shortest *
/// 2^n`, never less than `shortest` and never more than `longest`. The jitter keeps a hundred nodes that were lost at
/// the same time from reconnecting at the same time. Pure except for the clock; one thread.
class Backoff
{
public:
    using Duration = std::chrono::milliseconds;
    using Clock = std::function<Duration()>; ///< monotonic time; any origin

    /// Requires 0 < shortest <= longest. Equal seeds give equal delays.
    Backoff(Duration shortest, Duration longest, Clock clock, quint32 seed = QRandomGenerator::global()->generate());

    void fail();
    void succeed(); ///< the next try may follow at once; the next failure counts as the first

    [[nodiscard]] bool mayRetry() const { return remaining() == Duration::zero(); }
    [[nodiscard]] Duration remaining() const; ///< time until the next try; zero when the next try may start now
    [[nodiscard]] int failures() const { return m_failures; } ///< in a row

private:
    Duration m_shortest;
    Duration m_longest;
    Clock m_clock;
    QRandomGenerator m_random;
    int m_failures = 0;
    Duration m_retryAt{};
};

} // namespace engine
