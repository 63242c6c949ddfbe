// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/search/literal.h"

#include <bit>
#include <cstdint>
#include <cstring>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace engine::logcore {

namespace {

/// Rank of \a byte in the list of frequent bytes in logs; the highest for a byte that is not in it.
std::size_t commonness(char byte)
{
    static constexpr std::string_view rareToCommon =
        "QZXYKVWJBHU~`^?!@$&;+*<>{}|#'qzjGMPFDLCxNORTSAEI\\()[]%,\"kvwbyfgp_/=hum-d"
        "clrsnioate.987654:3210 ";
    const std::size_t at = rareToCommon.find(byte);
    return at == std::string_view::npos ? 0 : at + 1;
}

#ifdef __x86_64__
// memmem does not know the frequent bytes of logs and stops at them.
__attribute__((target("avx2,bmi"))) std::size_t
findWithAvx2(std::string_view text, std::size_t from, std::string_view wanted, std::size_t rarest, std::size_t second)
{
    const __m256i a = _mm256_set1_epi8(wanted[rarest]);
    const __m256i b = _mm256_set1_epi8(wanted[second]);
    const auto maskAt = [&](std::size_t at) __attribute__((target("avx2")))
    {
        const auto *atRarest = reinterpret_cast<const __m256i *>(text.data() + at + rarest);
        const auto *atSecond = reinterpret_cast<const __m256i *>(text.data() + at + second);
        return _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_loadu_si256(atRarest), a),
                                _mm256_cmpeq_epi8(_mm256_loadu_si256(atSecond), b));
    };
    std::size_t at = from;
    for (; at + wanted.size() + 64 <= text.size(); at += 64) {
        const __m256i low = maskAt(at);
        const __m256i high = maskAt(at + 32);
        if (_mm256_testz_si256(_mm256_or_si256(low, high), _mm256_set1_epi8(-1)))
            continue;
        std::uint64_t mask =
            std::uint32_t(_mm256_movemask_epi8(low)) | std::uint64_t(std::uint32_t(_mm256_movemask_epi8(high))) << 32;
        for (; mask != 0; mask &= mask - 1) {
            const std::size_t place = at + std::size_t(std::countr_zero(mask));
            if (std::memcmp(text.data() + place, wanted.data(), wanted.size()) == 0)
                return place;
        }
    }
    return text.find(wanted, at);
}
#endif

} // namespace

Literal::Literal(std::string bytes) : m_bytes(std::move(bytes))
{
    for (std::size_t i = 1; i < m_bytes.size(); ++i) {
        if (commonness(m_bytes[i]) < commonness(m_bytes[m_rarest]))
            m_rarest = i;
    }
    m_second = m_rarest == 0 && m_bytes.size() > 1 ? 1 : 0;
    for (std::size_t i = 0; i < m_bytes.size(); ++i) {
        if (i != m_rarest && commonness(m_bytes[i]) < commonness(m_bytes[m_second]))
            m_second = i;
    }
}

std::size_t Literal::find(std::string_view text, std::size_t from) const
{
#ifdef __x86_64__
    static const bool hasAvx2 = __builtin_cpu_supports("avx2");
    if (hasAvx2 && m_bytes.size() > 1)
        return findWithAvx2(text, from, m_bytes, m_rarest, m_second);
#endif
    const void *place =
        from < text.size() ? ::memmem(text.data() + from, text.size() - from, m_bytes.data(), m_bytes.size()) : nullptr;
    return place ? std::size_t(static_cast<const char *>(place) - text.data()) : std::string_view::npos;
}

} // namespace engine::logcore
