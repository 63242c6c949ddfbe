// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <algorithm>
#include <ctime>

namespace testing {

/// The least of three runs of \a work, in seconds of this thread alone, so that a busy computer does not count.
template <typename Work> [[nodiscard]] double cpuCost(const Work &work)
{
    const auto seconds = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    double least = 1e9;
    for (int i = 0; i < 3; ++i) {
        const double start = seconds();
        work();
        least = std::min(least, seconds() - start);
    }
    return least;
}

} // namespace testing
