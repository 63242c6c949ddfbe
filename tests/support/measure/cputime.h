// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>

#include <algorithm>
#include <ctime>

namespace testing {

/// CPU time of this thread since the timer was made; waiting on a busy computer does not count.
class CpuTimer
{
public:
    [[nodiscard]] double seconds() const { return now() - m_start; }
    /// For the message of a failed check.
    [[nodiscard]] QByteArray words() const { return QByteArray::number(seconds(), 'f', 1) + " s"; }

private:
    static double now()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }

    double m_start = now();
};

/// The least CPU time of three runs of \a work in this thread, in seconds.
template <typename Work> [[nodiscard]] double cpuCost(const Work &work)
{
    double least = 1e9;
    for (int i = 0; i < 3; ++i) {
        const CpuTimer timer;
        work();
        least = std::min(least, timer.seconds());
    }
    return least;
}

} // namespace testing
