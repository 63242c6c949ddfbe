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

/// Writes down when the bytes of a spool file arrived, in .times/NAME beside it: pairs of an offset in the file and the
/// time, UTC ms by this computer's clock, at which the bytes from there on were here; both never fall. At most
/// twenty of them for a second, and a mebibyte of them: beyond that they get fewer the farther they are from the first
/// and the last. What cannot be written is missing there, and the log is as good as before. Thread: any one.
class SpoolTimes final
{
public:
    explicit SpoolTimes(std::string spoolPath) : m_spoolPath(std::move(spoolPath)) { }
    SpoolTimes(const SpoolTimes &) = delete;
    SpoolTimes &operator=(const SpoolTimes &) = delete;

    void note(std::int64_t offset, std::int64_t nowMs); ///< the bytes from \a offset on are about to be written

private:
    void begin(std::int64_t offset);

    const std::string m_spoolPath;
    std::optional<std::int64_t> m_lastMs; ///< nothing: before the first
};

/// Reads what SpoolTimes wrote of a file, also while it is written. Any thread.
class SpoolArrivals final
{
public:
    explicit SpoolArrivals(std::string spoolPath) : m_spoolPath(std::move(spoolPath)) { }

    /// When the byte at \a offset was here, UTC ms, 50 ms too early at most, and of a long log some 2000th part of the
    /// time to its beginning or its end, whichever is nearer; nothing where nobody wrote it down. Cheap for offsets
    /// that follow each other.
    [[nodiscard]] std::optional<std::int64_t> at(std::int64_t offset) const;

private:
    /// What was found last: bytes from begin up to end; while there are as many marks, it is the last of them.
    struct Known
    {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        std::int64_t ms = 0;
        std::int64_t lastOf = -1;
    };

    const std::string m_spoolPath;
    mutable std::mutex m_mutex; ///< of what follows
    mutable UniqueFd m_file;
    mutable std::chrono::steady_clock::time_point m_nextTry; ///< to open it
    mutable Known m_known;
};

} // namespace engine::logcore
