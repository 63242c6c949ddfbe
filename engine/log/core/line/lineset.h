// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace engine::logcore {

/// Line numbers, ascending, packed: two bytes each where they are rare, at most a bit for every line where they are
/// not. Value; one thread at a time.
class LineSet final
{
public:
    void append(std::int64_t line) { appendRange(line, line + 1); } ///< above all that are in it
    void appendRange(std::int64_t begin, std::int64_t end); ///< up to \a end; those that are in it already are left out
    void removeFrom(std::int64_t line); ///< it and all above it
    /// The same, and they are another's. It costs nothing to speak of, however many they are.
    [[nodiscard]] LineSet takeFrom(std::int64_t line);
    /// All of \a behind, each by \a shift higher; they are above all that are in it then. As cheap.
    void append(LineSet &&behind, std::int64_t shift);
    void clear() { *this = {}; }

    [[nodiscard]] std::int64_t count() const;
    [[nodiscard]] std::int64_t at(std::int64_t index) const; ///< the \a index-th; -1 when there is none
    [[nodiscard]] std::int64_t rank(std::int64_t line) const; ///< how many are below \a line
    /// The \a index-th line that is not in it.
    [[nodiscard]] std::int64_t missingAt(std::int64_t index) const;
    [[nodiscard]] bool contains(std::int64_t line) const { return at(rank(line)) == line; }
    [[nodiscard]] std::int64_t last() const { return m_last; } ///< -1: it is empty
    [[nodiscard]] std::int64_t bytes() const; ///< memory it takes
    void forEach(const std::function<void(std::int64_t)> &visit) const; ///< ascending

private:
    static constexpr std::size_t mostListed = 4096; ///< more take less as bits

    /// Up to 65,536 lines, as far as the next one begins. What is in it counts from its first, so that to move all of
    /// them is to change that.
    struct Group
    {
        std::int64_t first = 0; ///< it is in the set
        std::int64_t before = 0; ///< lines in the groups before it
        std::uint32_t count = 0;
        std::vector<std::uint16_t> list; ///< ascending; empty once there are bits
        std::vector<std::uint64_t> bits;

        void visit(const std::function<void(std::int64_t)> &take) const;
    };

    [[nodiscard]] static bool isBefore(std::int64_t line, const Group &group) { return line < group.first; }
    static void add(Group &group, std::uint32_t begin, std::uint32_t end);
    [[nodiscard]] static std::uint32_t rankIn(const Group &group, std::uint32_t low);
    [[nodiscard]] static std::uint32_t lineIn(const Group &group, std::uint32_t index);

    std::vector<Group> m_groups;
    std::int64_t m_last = -1;
};

} // namespace engine::logcore
