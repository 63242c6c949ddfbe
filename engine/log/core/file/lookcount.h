// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace engine::logcore {

/// The looks at a file that were asked for, and the last one that found nothing more. Any thread; one looks at a time.
class LookCount final
{
public:
    void ask() { ++m_asked; }
    /// Before a look. True: somebody asked for it since the one before began.
    [[nodiscard]] bool begin()
    {
        const std::uint64_t number = m_asked;
        return std::exchange(m_begun, number) != number;
    }
    void end(bool hasAll) { m_complete = hasAll ? m_begun : 0; }
    /// The last look had all, and began after the last ask().
    [[nodiscard]] bool isComplete() const { return m_complete == m_asked; }

private:
    std::atomic<std::uint64_t> m_asked = 1;
    std::uint64_t m_begun = 0; ///< m_asked when the last look began; only the thread that looks uses it
    std::atomic<std::uint64_t> m_complete = 0;
};

} // namespace engine::logcore
