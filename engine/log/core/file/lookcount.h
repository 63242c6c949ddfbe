// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace engine::logcore {

/// Counts the requests to look at a file, and whether the last look satisfied them. Any thread; one look at a time.
class LookCount final
{
public:
    void ask() { ++m_asked; }
    /// Begins a look. True when ask() was called since the last look began.
    [[nodiscard]] bool begin()
    {
        const std::uint64_t number = m_asked;
        return std::exchange(m_begun, number) != number;
    }
    void end(bool hasAll) { m_complete = hasAll ? m_begun : 0; }
    /// True when the last look reached the file's end and began after the last ask().
    [[nodiscard]] bool isComplete() const { return m_complete == m_asked; }

private:
    std::atomic<std::uint64_t> m_asked = 1;
    std::uint64_t m_begun = 0; ///< m_asked when the last look began; used by the looking thread
    std::atomic<std::uint64_t> m_complete = 0;
};

} // namespace engine::logcore
