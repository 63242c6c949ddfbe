// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace engine::logcore {

/// Orders the results of pieces that are searched concurrently: take() returns them in the order of handOut(). One
/// thread at a time.
template <typename Found> class PieceOrder final
{
public:
    /// Too many results wait: hand out no further piece.
    [[nodiscard]] bool isFull() const { return m_next - m_taken >= mostWaiting; }
    [[nodiscard]] std::int64_t handOut() { return m_next++; } ///< the number of a piece
    void put(std::int64_t number, Found found) { m_waiting.emplace(number, std::move(found)); }
    /// The result of the next piece; nothing while that is not done.
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
    static constexpr std::int64_t mostWaiting = 64; ///< limit of pieces handed out from the oldest unfinished one on

    std::int64_t m_next = 0;
    std::int64_t m_taken = 0;
    std::map<std::int64_t, Found> m_waiting; ///< results whose predecessors are not done
};

} // namespace engine::logcore
