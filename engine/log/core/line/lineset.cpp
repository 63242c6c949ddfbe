// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/line/lineset.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace engine::logcore {

namespace {

constexpr std::int64_t groupLines = 1 << 16;

std::uint64_t bitsBelow(std::uint32_t bit)
{
    return (std::uint64_t(1) << bit) - 1;
}

} // namespace

void LineSet::appendRange(std::int64_t begin, std::int64_t end)
{
    begin = std::max(begin, m_last + 1);
    if (begin >= end)
        return;
    m_last = end - 1;
    while (begin < end) {
        if (m_groups.empty() || begin - m_groups.back().first >= groupLines) {
            Group group;
            group.first = begin;
            group.before = count();
            m_groups.push_back(std::move(group));
        }
        const std::int64_t first = m_groups.back().first;
        const std::int64_t stop = std::min(end, first + groupLines);
        add(m_groups.back(), std::uint32_t(begin - first), std::uint32_t(stop - first));
        begin = stop;
    }
}

void LineSet::add(Group &group, std::uint32_t begin, std::uint32_t end)
{
    group.count += end - begin;
    if (group.bits.empty() && group.list.size() + (end - begin) <= mostListed) {
        for (std::uint32_t low = begin; low < end; ++low)
            group.list.push_back(std::uint16_t(low));
        return;
    }
    if (group.bits.empty()) {
        group.bits.resize(groupLines / 64);
        for (const std::uint16_t low : group.list)
            group.bits[low / 64U] |= std::uint64_t(1) << low % 64U;
        group.list = std::vector<std::uint16_t>(); // assigning {} would keep the memory
    }
    for (std::uint32_t low = begin; low < end; ++low)
        group.bits[low / 64] |= std::uint64_t(1) << low % 64;
}

void LineSet::removeFrom(std::int64_t line)
{
    if (line > m_last)
        return;
    m_last = at(rank(line) - 1);
    while (!m_groups.empty() && m_groups.back().first >= line)
        m_groups.pop_back();
    if (m_groups.empty() || line - m_groups.back().first >= groupLines)
        return;
    Group &group = m_groups.back();
    const auto low = std::uint32_t(line - group.first);
    group.count = rankIn(group, low);
    if (group.bits.empty()) {
        group.list.resize(group.count);
    } else {
        group.bits[low / 64] &= bitsBelow(low % 64);
        std::fill(group.bits.begin() + low / 64 + 1, group.bits.end(), 0);
    }
}

LineSet LineSet::takeFrom(std::int64_t line)
{
    LineSet taken;
    if (line > m_last)
        return taken;
    const auto behind = std::upper_bound(m_groups.begin(), m_groups.end(), line, isBefore);
    if (behind != m_groups.begin()) {
        std::prev(behind)->visit([&taken, line](std::int64_t each) {
            if (each >= line)
                taken.append(each);
        });
    }
    LineSet rest;
    rest.m_groups.assign(std::make_move_iterator(behind), std::make_move_iterator(m_groups.end()));
    rest.m_last = m_last;
    taken.append(std::move(rest), 0);
    m_groups.erase(behind, m_groups.end());
    removeFrom(line);
    return taken;
}

void LineSet::append(LineSet &&behind, std::int64_t shift)
{
    if (behind.m_groups.empty())
        return;
    m_last = behind.m_last + shift;
    for (Group &group : behind.m_groups) {
        group.first += shift;
        group.before = count();
        m_groups.push_back(std::move(group));
    }
    behind.clear();
}

std::int64_t LineSet::count() const
{
    return m_groups.empty() ? 0 : m_groups.back().before + m_groups.back().count;
}

std::int64_t LineSet::at(std::int64_t index) const
{
    if (index < 0 || index >= count())
        return -1;
    const auto isAbove = [](std::int64_t wanted, const Group &group) { return wanted < group.before; };
    const Group &group = *std::prev(std::upper_bound(m_groups.begin(), m_groups.end(), index, isAbove));
    return group.first + lineIn(group, std::uint32_t(index - group.before));
}

std::int64_t LineSet::missingAt(std::int64_t index) const
{
    const auto isAbove = [](std::int64_t wanted, const Group &group) { return wanted < group.first - group.before; };
    const auto behind = std::upper_bound(m_groups.begin(), m_groups.end(), index, isAbove);
    if (behind == m_groups.begin())
        return index;
    const Group &group = *std::prev(behind);
    // Number of missing lines to skip from the group's first line on.
    const std::int64_t missing = index - (group.first - group.before);
    std::int64_t low = 0; // invariant: fewer are missing up to here
    for (std::int64_t high = groupLines + 1; high - low > 1;) {
        const std::int64_t middle = low + (high - low) / 2;
        const std::int64_t members = middle >= groupLines ? group.count : rankIn(group, std::uint32_t(middle));
        (middle - members <= missing ? low : high) = middle;
    }
    if (low < groupLines)
        return group.first + low;
    return group.first + missing + group.count;
}

std::int64_t LineSet::rank(std::int64_t line) const
{
    const auto behind = std::upper_bound(m_groups.begin(), m_groups.end(), line, isBefore);
    if (behind == m_groups.begin())
        return 0;
    const Group &group = *std::prev(behind);
    const std::int64_t low = line - group.first;
    return group.before + (low >= groupLines ? group.count : rankIn(group, std::uint32_t(low)));
}

std::uint32_t LineSet::rankIn(const Group &group, std::uint32_t low)
{
    if (group.bits.empty())
        return std::uint32_t(std::lower_bound(group.list.begin(), group.list.end(), low) - group.list.begin());
    std::uint32_t rank = 0;
    for (std::uint32_t word = 0; word < low / 64; ++word)
        rank += std::uint32_t(std::popcount(group.bits[word]));
    return rank + std::uint32_t(std::popcount(group.bits[low / 64] & bitsBelow(low % 64)));
}

std::uint32_t LineSet::lineIn(const Group &group, std::uint32_t index)
{
    if (group.bits.empty())
        return group.list[index];
    std::uint32_t word = 0;
    for (std::uint32_t here = 0; (here = std::uint32_t(std::popcount(group.bits[word]))) <= index; ++word)
        index -= here;
    std::uint64_t bits = group.bits[word];
    for (; index > 0; --index)
        bits &= bits - 1;
    return word * 64 + std::uint32_t(std::countr_zero(bits));
}

void LineSet::forEach(const std::function<void(std::int64_t)> &visit) const
{
    for (const Group &group : m_groups)
        group.visit(visit);
}

void LineSet::Group::visit(const std::function<void(std::int64_t)> &take) const
{
    for (const std::uint16_t low : list)
        take(first + low);
    for (std::size_t word = 0; word < bits.size(); ++word) {
        for (std::uint64_t left = bits[word]; left != 0; left &= left - 1)
            take(first + std::int64_t(word) * 64 + std::countr_zero(left));
    }
}

std::int64_t LineSet::bytes() const
{
    std::size_t bytes = m_groups.capacity() * sizeof(Group);
    for (const Group &group : m_groups)
        bytes += group.list.capacity() * sizeof(std::uint16_t) + group.bits.capacity() * sizeof(std::uint64_t);
    return std::int64_t(bytes);
}

} // namespace engine::logcore
