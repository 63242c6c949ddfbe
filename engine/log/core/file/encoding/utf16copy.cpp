// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/file/encoding/utf16copy.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <unistd.h>

namespace engine::logcore {

namespace {

constexpr std::size_t leastBytes = 16; // minimum to detect the encoding without a byte order mark
constexpr char16_t byteOrderMark = 0xfeff;
constexpr std::int64_t besideAHole = 64 * 1024; // limit of the blanks before a hole, and of the notice after it

bool isFirstSurrogate(char16_t unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

bool isSecondSurrogate(char16_t unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

void appendUtf8(char32_t character, std::string &text)
{
    if (character < 0x80) {
        text += char(character);
        return;
    }
    const int more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    constexpr std::array<unsigned, 4> first{0, 0xc0, 0xe0, 0xf0};
    text += char(first[std::size_t(more)] | unsigned(character >> (6 * more)));
    for (int shift = 6 * (more - 1); shift >= 0; shift -= 6)
        text += char(0x80U | (unsigned(character >> shift) & 0x3fU));
}

/// The notice that the quota wrote after a hole, in UTF-8.
struct Notice
{
    std::string line; ///< includes the newline
    std::int64_t end = 0;
};

std::optional<Notice> noticeBehind(const TextFile &source, const TextFile::Hole &hole, std::int64_t size)
{
    const std::string bytes = source.read(hole.end, std::min(besideAHole, size - hole.end));
    const std::size_t newline = bytes.find('\n');
    const std::size_t begin = newline == std::string::npos ? newline : bytes.rfind("\r[", newline);
    if (begin == std::string::npos || bytes.find('\0', begin) < newline)
        return {};
    return Notice{bytes.substr(begin + 1, newline - begin), hole.end + std::int64_t(newline) + 1};
}

} // namespace

Encoding encodingOf(std::string_view begin)
{
    if (begin.starts_with("\xff\xfe"))
        return Encoding::Utf16Little;
    if (begin.starts_with("\xfe\xff"))
        return Encoding::Utf16Big;
    if (begin.size() < leastBytes)
        return Encoding::Unknown;
    std::array<std::size_t, 2> zeros{};
    for (std::size_t i = 0; i < begin.size(); ++i)
        zeros[i % 2] += begin[i] == '\0' ? 1 : 0;
    if (zeros[0] == 0 && zeros[1] == begin.size() / 2)
        return Encoding::Utf16Little;
    if (zeros[1] == 0 && zeros[0] == (begin.size() + 1) / 2)
        return Encoding::Utf16Big;
    return Encoding::Bytes;
}

std::unique_ptr<Utf16Copy> Utf16Copy::make(std::shared_ptr<const TextFile> source, bool isBigEndian,
                                           const std::string &folder)
{
    const int descriptor = openNameless(folder);
    if (descriptor < 0)
        return nullptr;
    return std::unique_ptr<Utf16Copy>(new Utf16Copy(std::move(source), isBigEndian, descriptor));
}

Utf16Copy::Utf16Copy(std::shared_ptr<const TextFile> source, bool isBigEndian, int descriptor)
    : m_source(std::move(source)), m_isBigEndian(isBigEndian), m_descriptor(descriptor),
      m_text(TextFile::adopt(descriptor))
{
}

std::string Utf16Copy::take(std::int64_t length, std::int64_t size)
{
    const TextFile::Hole hole = m_source->holeFrom(m_taken, size);
    const char16_t surrogate = m_surrogate;
    std::string text;
    std::int64_t end = m_taken;
    if (hole.end > hole.begin && hole.begin - m_taken <= besideAHole) {
        end = takeHole(hole, size, text);
    } else {
        const std::int64_t limit = hole.end > hole.begin ? hole.begin - besideAHole : size;
        const std::string bytes = m_source->read(m_taken, std::min(length, limit - m_taken));
        append(bytes, text);
        end += std::int64_t(bytes.size() / 2 * 2); // an odd byte waits for its other half
    }
    const ssize_t written = ::pwrite(m_descriptor, text.data(), text.size(), m_written);
    if (written != ssize_t(text.size())) {
        m_surrogate = surrogate; // restored for the next try
        return {};
    }
    m_taken = end;
    m_written += written;
    if (!text.empty())
        m_endsLine = text.back() == '\n';
    return text;
}

/// Converts the blanks before \a hole, and the notice after it as a line. Returns the offset of the next character.
std::int64_t Utf16Copy::takeHole(const TextFile::Hole &hole, std::int64_t size, std::string &text)
{
    std::string bytes = m_source->read(m_taken, hole.begin - m_taken);
    const std::optional<Notice> notice = noticeBehind(*m_source, hole, size);
    if (notice) // blank from the end of the last line on, whose newline may have lost its second byte
        bytes.resize(bytes.find_last_not_of(std::string_view("\r\0", 2)) + 1);
    append(bytes, text);
    if (!notice)
        return hole.end - hole.end % 2;
    m_surrogate = 0;
    if (text.empty() ? !m_endsLine : text.back() != '\n')
        text += '\n';
    text += notice->line;
    return std::min(notice->end + notice->end % 2, size);
}

void Utf16Copy::append(std::string_view bytes, std::string &text)
{
    text.reserve(bytes.size());
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
        const auto first = static_cast<unsigned char>(bytes[i]);
        const auto second = static_cast<unsigned char>(bytes[i + 1]);
        const auto unit = char16_t(m_isBigEndian ? first << 8 | second : second << 8 | first);
        if (unit != byteOrderMark || m_taken + std::int64_t(i) > 0)
            append(unit, text);
    }
}

void Utf16Copy::append(char16_t unit, std::string &text)
{
    constexpr char32_t replacement = 0xfffd;
    const char16_t before = std::exchange(m_surrogate, 0);
    if (before != 0 && isSecondSurrogate(unit))
        return appendUtf8(0x10000 + (char32_t(before - 0xd800) << 10) + char32_t(unit - 0xdc00), text);
    if (before != 0)
        appendUtf8(replacement, text);
    if (isFirstSurrogate(unit))
        m_surrogate = unit;
    else
        appendUtf8(isSecondSurrogate(unit) ? replacement : unit, text);
}

} // namespace engine::logcore
