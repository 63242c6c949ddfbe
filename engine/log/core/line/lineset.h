// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace engine::logcore {

/// Set of ascending line numbers, compressed: two bytes for each where they are rare, at most one bit for every line
/// elsewhere. Value; one thread at a time.
class LineSet final
{
public:
    void append(std::int64_t line) { appendRange(line, line + 1); } ///< \a line must be above all lines in the set
    void appendRange(std::int64_t begin,
                     std::int64_t end); ///< up to \a end; lines that are in the set already are skipped
    void removeFrom(std::int64_t line); ///< removes \a line and all above it
    /// As removeFrom(), returning the removed lines. Fast for any number of lines.
    [[nodiscard]] LineSet takeFrom(std::int64_t line);
    /// Appends all of \a behind, increased by \a shift; they must be above all lines in the set. Fast for any number of
    /// lines.
    void append(LineSet &&behind, std::int64_t shift);
    void clear() { *this = {}; }

    [[nodiscard]] std::int64_t count() const;
    [[nodiscard]] std::int64_t at(std::int64_t index) const; ///< the \a index-th line; -1 when there is none
    [[nodiscard]] std::int64_t rank(std::int64_t line) const; ///< number of lines below \a line
    /// The \a index-th line that is not in the set.
    [[nodiscard]] std::int64_t missingAt(std::int64_t index) const;
    [[nodiscard]] bool contains(std::int64_t line) const { return at(rank(line)) == line; }
    [[nodiscard]] std::int64_t last() const { return m_last; } ///< -1 when the set is empty
    [[nodiscard]] std::int64_t bytes() const; ///< memory in use
    void forEach(const std::function<void(std::int64_t)> &visit) const; ///< in ascending order

private:
    static constexpr std::size_t mostListed = 4096; ///< a group with more lines is a bitmap

    /// Up to 65,536 lines before the next group. Its lines are relative to \a first, so that all can be moved by
    /// changing that.
    struct Group
    {
        std::int64_t first = 0; ///< a line of the set
        std::int64_t before = 0; ///< number of lines in earlier groups
        std::uint32_t count = 0;
        std::vector<std::uint16_t> list; ///< ascending; empty when the group is a bitmap
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
