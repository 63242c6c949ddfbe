// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace engine::logcore {

/// A byte string to search for. Value; any thread.
class Literal final
{
public:
    Literal() = default;
    explicit Literal(std::string bytes);

    [[nodiscard]] bool isEmpty() const { return m_bytes.empty(); }
    /// Offset of the first occurrence in \a text at or after \a from; npos when there is none. The literal must not be
    /// empty.
    [[nodiscard]] std::size_t find(std::string_view text, std::size_t from) const;

private:
    std::string m_bytes;
    std::size_t m_rarest = 0; ///< index of the two bytes that are rarest in logs
    std::size_t m_second = 0;
};

} // namespace engine::logcore
