// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/search/blockexpression.h"

#include <algorithm>

namespace engine::logcore {

namespace {

constexpr std::string_view noNewline = "(?!\\n)";

bool isOneOf(char c, std::string_view set)
{
    return set.find(c) != std::string_view::npos;
}

bool isLetterOrDigit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Whether \a text is the name of a POSIX class such as [:alpha:]; [:<:] is none, it matches the start of a word.
bool isName(std::string_view text)
{
    return !text.empty()
        && std::all_of(text.begin(), text.end(), [](char c) { return c == '^' || isLetterOrDigit(c); });
}

/// Finds the longest literal in every match: outside of groups, and not optional.
class Required final
{
public:
    void take(char byte)
    {
        if (m_depth == 0)
            m_run += byte;
    }
    void endRun()
    {
        if (m_run.size() > m_longest.size())
            m_longest = m_run;
        m_run.clear();
    }
    /// The last byte is optional.
    void takeBack()
    {
        if (!m_run.empty())
            m_run.pop_back();
        endRun();
    }
    void open()
    {
        endRun();
        ++m_depth;
    }
    void close() { --m_depth; }
    void alternative() { m_isKnown = m_isKnown && m_depth > 0; }
    void giveUp() { m_isKnown = false; }

    [[nodiscard]] std::string longest()
    {
        endRun();
        return m_isKnown ? m_longest : std::string();
    }

private:
    std::string m_run;
    std::string m_longest;
    int m_depth = 0;
    bool m_isKnown = true;
};

/// Rewrites an expression for matching over blocks, from left to right; gives up at unknown constructs.
class Twin final
{
public:
    explicit Twin(std::string_view expression) : m_in(expression) { }

    std::optional<BlockExpression> make()
    {
        while (m_isKnown && m_at < m_in.size())
            takeOne();
        return m_isKnown ? std::optional(BlockExpression{std::move(m_out), m_required.longest()}) : std::nullopt;
    }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_in.size() ? m_in[m_at + ahead] : '\0';
    }
    void giveUp() { m_isKnown = false; }
    void copy(std::size_t length)
    {
        m_out += m_in.substr(m_at, length);
        m_at += length;
    }
    /// Copies the next \a length bytes, a class or escape, so that it cannot match a newline.
    void copyGuarded(std::size_t length)
    {
        m_out += "(?:";
        m_out += noNewline;
        copy(length);
        m_out += ')';
    }

    /// \D \W \H \s as an explicit class, which is faster; white space is spelled out so that PCRE2 knows the first
    /// characters.
    void copyWithoutNewline()
    {
        const char kind = peek(1);
        if (kind == 's')
            m_out +=
                "[\\t\\x0b\\f\\r "
                "\\x{85}\\x{a0}\\x{1680}\\x{180e}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}]";
        else
            m_out += {'[', '^', '\\', 'n', '\\', char(kind - 'A' + 'a'), ']'};
        m_at += 2;
    }

    void takeOne()
    {
        switch (const char c = peek()) {
        case '\\':
            return takeEscape();
        case '[':
            m_required.endRun();
            return takeClass();
        case '(':
            return takeGroup();
        case ')':
            m_required.close();
            return copy(1);
        case '{':
            return takeCount();
        case '*':
        case '?':
            m_required.takeBack();
            return copy(1);
        case '|':
            m_required.alternative();
            return copy(1);
        case '.':
        case '^':
        case '$':
        case '+':
            m_required.endRun();
            return copy(1);
        case '\n':
        case '\0':
            return giveUp();
        default:
            // A quantifier that follows may apply to a multi-byte character.
            if (static_cast<signed char>(c) < 0)
                m_required.endRun();
            else
                m_required.take(c);
            return copy(1);
        }
    }

    /// {2} {2,} {2,3}, or a literal brace.
    void takeCount()
    {
        std::size_t length = 1;
        while (isOneOf(peek(length), "0123456789,") && peek(length) != '\0')
            ++length;
        if (peek(length) != '}')
            m_required.giveUp();
        m_required.takeBack();
        copy(peek(length) == '}' ? length + 1 : 1);
    }

    void takeEscape()
    {
        const char kind = peek(1);
        const bool isLiteral = kind >= ' ' && !isLetterOrDigit(kind);
        if (isLiteral)
            m_required.take(kind);
        else
            m_required.endRun();
        if (isOneOf(kind, "DWHs"))
            return copyWithoutNewline();
        if (isOneOf(kind, "pP"))
            return takeProperty();
        if (kind == 'x')
            return takeHex();
        const bool isReference = kind >= '1' && kind <= '9' && !(peek(2) >= '0' && peek(2) <= '9');
        // A name or number follows, which is no literal.
        if (isOneOf(kind, "gk"))
            m_required.giveUp();
        if (isOneOf(kind, "dwShVbBtrfaegkK") || isReference || isLiteral)
            return copy(2);
        giveUp(); // \n \v \R \X \A \z \Z \G \Q \N \c \o \0…
    }

    void takeProperty()
    {
        if (peek(2) != '{')
            return isLetterOrDigit(peek(2)) ? copyGuarded(3) : giveUp();
        const std::size_t end = m_in.find('}', m_at);
        return end == std::string_view::npos ? giveUp() : copyGuarded(end + 1 - m_at);
    }

    void takeHex()
    {
        const auto isHex = [](char c) { return isOneOf(c, "0123456789abcdefABCDEF"); };
        if (!isHex(peek(2)) || !isHex(peek(3)) || (peek(2) == '0' && isOneOf(peek(3), "aA")))
            return giveUp();
        copy(4);
    }

    /// (?: (?= (?! (?> (?| (?<= (?<! (?<name> (?'name' (?P<name> (?P=name) (?&name) (?R) (?1) (?i) (?i:
    void takeGroup()
    {
        if (peek(1) == '*')
            return giveUp(); // a verb, which may end the search
        m_required.open();
        if (peek(1) != '?')
            return copy(1);
        std::size_t flags = 2;
        while (isOneOf(peek(flags), "iJU-") && peek(flags) != '\0')
            ++flags;
        if (flags > 2 && isOneOf(peek(flags), "):")) {
            if (peek(flags) == ')') {
                m_required.close();
                m_required.giveUp(); // case may be ignored from here on
            }
            return copy(flags + 1);
        }
        if (isOneOf(peek(2), ":=!>|<'P&R(") || (peek(2) >= '0' && peek(2) <= '9'))
            return copy(peek(2) == '(' ? 2 : 3);
        giveUp(); // (?s) (?m) (?x) (?^) (?#…) (?C) and future ones
    }

    void takeClass()
    {
        const std::size_t begin = m_at;
        const bool isNegated = peek(1) == '^';
        std::size_t at = isNegated ? 2 : 1;
        const std::size_t firstItem = at;
        bool isFirst = true;
        for (;; isFirst = false) {
            if (begin + at >= m_in.size())
                return giveUp();
            const char c = peek(at);
            if (c == ']' && !isFirst)
                break;
            if (c == '\\') {
                if (isOneOf(peek(at + 1), "QENc") || peek(at + 1) == '\0')
                    return giveUp();
                at += 2;
            } else if (c == '[' && isOneOf(peek(at + 1), ":.=")) {
                const std::size_t end = m_in.find(std::string{peek(at + 1), ']'}, begin + at + 2);
                if (end == std::string_view::npos || !isName(m_in.substr(begin + at + 2, end - begin - at - 2)))
                    return giveUp();
                at = end + 2 - begin;
            } else {
                ++at;
            }
        }
        if (!isNegated)
            return mayHoldNewline(m_in.substr(begin + firstItem, at - firstItem)) ? copyGuarded(at + 1) : copy(at + 1);
        m_out += "[^\\n";
        // Literal only as the first character.
        if (isOneOf(peek(firstItem), "]-"))
            m_out += '\\';
        m_at += firstItem;
        copy(at + 1 - firstItem);
    }

    [[nodiscard]] static bool mayHoldNewline(std::string_view items)
    {
        for (std::size_t i = 0; i < items.size(); ++i) {
            const char c = items[i];
            // [:space:], control characters, or bytes of a multi-byte character
            if (c == '[' || static_cast<signed char>(c) < ' ')
                return true;
            if (c == '\\' && !isOneOf(items[++i], "dwS.-+*?/()[]{}|^$,:;=_\\"))
                return true;
        }
        return false;
    }

    const std::string_view m_in;
    std::string m_out;
    Required m_required;
    std::size_t m_at = 0;
    bool m_isKnown = true;
};

} // namespace

std::optional<BlockExpression> blockExpression(std::string_view expression)
{
    return Twin(expression).make();
}

} // namespace engine::logcore
