// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/line/newlines.h"

#include <bit>
#include <cstring>
#include <limits>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace engine::logcore {

namespace {

SkippedLines skipPortably(std::string_view bytes, std::int64_t count)
{
    std::int64_t found = 0;
    std::size_t at = 0;
    while (found < count && at < bytes.size()) {
        const void *newline = std::memchr(bytes.data() + at, '\n', bytes.size() - at);
        if (!newline)
            break;
        ++found;
        at = std::size_t(static_cast<const char *>(newline) - bytes.data()) + 1;
    }
    return {found, found == count ? at : bytes.size()};
}

#ifdef __x86_64__
// memchr costs time for each line, this for each 64 bytes, which is less for the short lines of logs.
__attribute__((target("avx2,popcnt,bmi"))) SkippedLines skipWithAvx2(std::string_view bytes, std::int64_t count)
{
    const __m256i newline = _mm256_set1_epi8('\n');
    std::int64_t found = 0;
    std::size_t at = 0;
    const auto maskAt = [&](std::size_t offset) __attribute__((target("avx2")))
    {
        const auto *place = reinterpret_cast<const __m256i *>(bytes.data() + offset);
        return std::uint32_t(_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_loadu_si256(place), newline)));
    };
    for (; at + 64 <= bytes.size(); at += 64) {
        std::uint64_t mask = maskAt(at) | std::uint64_t(maskAt(at + 32)) << 32;
        const auto here = std::int64_t(_mm_popcnt_u64(mask));
        if (found + here < count) {
            found += here;
            continue;
        }
        for (; found + 1 < count; ++found)
            mask &= mask - 1;
        return {count, at + std::size_t(std::countr_zero(mask)) + 1};
    }
    const SkippedLines rest = skipPortably(bytes.substr(at), count - found);
    return {found + rest.count, at + rest.end};
}
#endif

} // namespace

SkippedLines skipLines(std::string_view bytes, std::int64_t count)
{
    if (count <= 0)
        return {};
#ifdef __x86_64__
    static const bool hasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
    if (hasAvx2)
        return skipWithAvx2(bytes, count);
#endif
    return skipPortably(bytes, count);
}

std::int64_t countNewlines(std::string_view bytes)
{
    return skipLines(bytes, std::numeric_limits<std::int64_t>::max()).count;
}

} // namespace engine::logcore
