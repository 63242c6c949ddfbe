// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/wildcards.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace engine {

namespace {

using Byte = unsigned char;

struct NamedSet
{
    QByteArrayView name;
    int (*has)(int byte);
};
// Classes of the C locale, which is the engine's: bytes above 127 are in none.
const std::array namedSets{
    NamedSet{"alnum", std::isalnum}, NamedSet{"alpha", std::isalpha}, NamedSet{"blank", std::isblank},
    NamedSet{"cntrl", std::iscntrl}, NamedSet{"digit", std::isdigit}, NamedSet{"graph", std::isgraph},
    NamedSet{"lower", std::islower}, NamedSet{"print", std::isprint}, NamedSet{"punct", std::ispunct},
    NamedSet{"space", std::isspace}, NamedSet{"upper", std::isupper}, NamedSet{"xdigit", std::isxdigit}};

/// "[…]" in a pattern. A set without an end, or with an unknown class, matches no byte.
class ByteSet final
{
public:
    ByteSet(QByteArrayView pattern, qsizetype begin, char byte)
        : m_pattern(pattern), m_at(begin + 1), m_byte(Byte(byte))
    {
        const bool isNegated = m_at < pattern.size() && (pattern[m_at] == '!' || pattern[m_at] == '^');
        m_at += isNegated;
        do {
            if (m_at >= pattern.size() || !takePart())
                return;
            ++m_at;
        } while (m_at >= pattern.size() || pattern[m_at] != ']');
        m_end = m_at + 1;
        m_hasByte = m_hasByte != isNegated && byte != '/';
    }
    [[nodiscard]] bool isWhole() const { return m_end > 0; }
    [[nodiscard]] bool hasByte() const { return m_hasByte; }
    [[nodiscard]] qsizetype end() const { return m_end; } ///< behind the set

private:
    // Leaves m_at on the last byte of the part.
    bool takePart()
    {
        const char here = m_pattern[m_at];
        const bool isRange = here == '-' && m_previous && m_at + 1 < m_pattern.size() && m_pattern[m_at + 1] != ']';
        if (isRange)
            return takeRange();
        if (here == '[' && m_at + 1 < m_pattern.size() && m_pattern[m_at + 1] == ':')
            return takeNamed();
        if (here == '\\' && ++m_at >= m_pattern.size())
            return false;
        takeByte(m_pattern[m_at]);
        return true;
    }
    void takeByte(char byte)
    {
        m_hasByte = m_hasByte || Byte(byte) == m_byte;
        m_previous = Byte(byte);
    }
    bool takeRange()
    {
        if (m_pattern[++m_at] == '\\' && ++m_at >= m_pattern.size())
            return false;
        m_hasByte = m_hasByte || (m_byte >= m_previous && m_byte <= Byte(m_pattern[m_at]));
        m_previous = 0;
        return true;
    }
    bool takeNamed()
    {
        const qsizetype begin = m_at + 2;
        const qsizetype end = m_pattern.indexOf(']', begin);
        if (end < 0)
            return false;
        if (end == begin || m_pattern[end - 1] != ':') { // the bracket is an ordinary byte
            takeByte('[');
            return true;
        }
        const QByteArrayView name = m_pattern.sliced(begin, end - 1 - begin);
        const auto found =
            std::find_if(namedSets.begin(), namedSets.end(), [name](const NamedSet &set) { return set.name == name; });
        if (found == namedSets.end())
            return false;
        m_hasByte = m_hasByte || found->has(m_byte) != 0;
        m_previous = 0;
        m_at = end;
        return true;
    }

    QByteArrayView m_pattern;
    qsizetype m_at;
    qsizetype m_end = 0;
    Byte m_byte;
    Byte m_previous = 0; // first byte of a possible range; 0: none
    bool m_hasByte = false;
};

class Matcher final
{
public:
    Matcher(QByteArrayView pattern, QByteArrayView path) : m_pattern(pattern), m_path(path) { }

    bool matches(qsizetype p, qsizetype t)
    {
        for (; p < m_pattern.size(); ++t) {
            if (m_pattern[p] == '*')
                return starMatches(p, t);
            if (t >= m_path.size() || !takesByte(p, m_path[t]))
                return false;
        }
        return t == m_path.size();
    }

private:
    bool takesByte(qsizetype &p, char byte) const
    {
        switch (m_pattern[p]) {
        case '?':
            ++p;
            return byte != '/';
        case '[': {
            const ByteSet set(m_pattern, p, byte);
            p = set.end();
            return set.isWhole() && set.hasByte();
        }
        case '\\':
            if (++p >= m_pattern.size())
                return false;
            [[fallthrough]];
        default:
            return m_pattern[p++] == byte;
        }
    }

    // Positions in pattern and text that failed before fail again. Without this, several stars take exponential time.
    bool starMatches(qsizetype p, qsizetype t)
    {
        const size_t place = size_t(p) * size_t(m_path.size() + 1) + size_t(t);
        if (place < m_failed.size() && m_failed[place])
            return false;
        if (triesStar(p, t))
            return true;
        m_failed.resize(std::max(m_failed.size(), place + 1));
        m_failed[place] = true;
        return false;
    }

    bool triesStar(qsizetype p, qsizetype t)
    {
        const qsizetype first = p;
        while (p < m_pattern.size() && m_pattern[p] == '*')
            ++p;
        const QByteArrayView rest = m_pattern.sliced(p);
        const bool crossesSlashes = p - first > 1 && (first == 0 || m_pattern[first - 1] == '/')
            && (rest.isEmpty() || rest.startsWith('/') || rest.startsWith("\\/"));
        if (rest.isEmpty())
            return crossesSlashes || !m_path.sliced(t).contains('/');
        if (crossesSlashes && rest.startsWith('/') && matches(p + 1, t)) // "a/**/b" is "a/b", too
            return true;
        for (; t < m_path.size(); ++t) {
            if (matches(p, t))
                return true;
            if (!crossesSlashes && m_path[t] == '/')
                return false;
        }
        return false;
    }

    QByteArrayView m_pattern;
    QByteArrayView m_path;
    std::vector<bool> m_failed;
};

} // namespace

bool matchesWildcards(QByteArrayView pattern, QByteArrayView path)
{
    return Matcher(pattern, path).matches(0, 0);
}

} // namespace engine
