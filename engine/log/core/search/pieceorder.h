// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace engine::logcore {

/// Puts what was found in pieces, which are searched at once, in the order in which the pieces were handed out. One
/// thread at a time.
template <typename Found> class PieceOrder final
{
public:
    [[nodiscard]] bool isFull() const { return m_next - m_taken >= mostWaiting; } ///< no piece is to be handed out
    [[nodiscard]] std::int64_t handOut() { return m_next++; } ///< the number of a piece
    void put(std::int64_t number, Found found) { m_waiting.emplace(number, std::move(found)); }
    /// What was found in the next piece; nothing: it is not done.
    [[nodiscard]] std::optional<Found> take()
    {
        const auto first = m_waiting.begin();
        if (first == m_waiting.end() || first->first != m_taken)
            return {};
        std::optional<Found> found(std::move(first->second));
        m_waiting.erase(first);
        ++m_taken;
        return found;
    }

private:
    static constexpr std::int64_t mostWaiting = 64; ///< pieces handed out, from the first that is not done on

    std::int64_t m_next = 0;
    std::int64_t m_taken = 0;
    std::map<std::int64_t, Found> m_waiting; ///< until the pieces before them are done
};

} // namespace engine::logcore
