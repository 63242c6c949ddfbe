// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace engine::logcore {

/// Records when the bytes of a spool file arrived, in .times/NAME beside it: pairs of an offset and the time (UTC ms,
/// clock of this computer) at which the bytes from that offset on were received; both never decrease. At most twenty
/// marks a second and 1 MiB of marks; beyond that, marks in the middle are thinned out. A mark that cannot be written
/// is skipped without an error. Thread: any one.
class SpoolTimes final
{
public:
    explicit SpoolTimes(std::string spoolPath) : m_spoolPath(std::move(spoolPath)) { }
    SpoolTimes(const SpoolTimes &) = delete;
    SpoolTimes &operator=(const SpoolTimes &) = delete;

    void note(std::int64_t offset, std::int64_t nowMs); ///< to be called before the bytes at \a offset are written

private:
    void begin(std::int64_t offset);

    const std::string m_spoolPath;
    std::optional<std::int64_t> m_lastMs; ///< empty before the first mark
};

/// Reads the file of SpoolTimes, also while it is written. Any thread.
class SpoolArrivals final
{
public:
    explicit SpoolArrivals(std::string spoolPath) : m_spoolPath(std::move(spoolPath)) { }

    /// Arrival time of the byte at \a offset, UTC ms; at most 50 ms too early, and in a long log about 1/2000 of the
    /// time to its start or end, whichever is nearer. Nothing when it was not recorded. Fast for consecutive offsets.
    [[nodiscard]] std::optional<std::int64_t> at(std::int64_t offset) const;

private:
    /// Result of the last search: valid for bytes from \a begin to \a end, as long as the number of marks is the same.
    struct Known
    {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        std::int64_t ms = 0;
        std::int64_t lastOf = -1;
    };

    const std::string m_spoolPath;
    mutable std::mutex m_mutex; ///< guards the members below
    mutable UniqueFd m_file;
    mutable std::chrono::steady_clock::time_point m_nextTry; ///< earliest time to open the file again
    mutable Known m_known;
};

} // namespace engine::logcore
