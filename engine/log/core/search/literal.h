// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace engine::logcore {

/// Some bytes to look for in many. Value; any thread.
class Literal final
{
public:
    Literal() = default;
    explicit Literal(std::string bytes);

    [[nodiscard]] bool isEmpty() const { return m_bytes.empty(); }
    /// Where they are in \a text from \a from on; npos: nowhere. They are not empty.
    [[nodiscard]] std::size_t find(std::string_view text, std::size_t from) const;

private:
    std::string m_bytes;
    std::size_t m_rarest = 0; ///< places of the two bytes that are rarest in logs
    std::size_t m_second = 0;
};

} // namespace engine::logcore
