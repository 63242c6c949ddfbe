// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/line/shownbytes.h"

#include <algorithm>

namespace engine::logcore {

namespace {

constexpr char escape = '\x1b';

bool isBetween(char byte, char first, char last)
{
    return byte >= first && byte <= last;
}

void appendPlain(std::string_view text, std::string &target)
{
    while (true) {
        const std::size_t begin = text.find(escape);
        target.append(text.substr(0, begin));
        if (begin == std::string_view::npos)
            return;
        text.remove_prefix(behindSequence(text, begin));
    }
}

/// The state of a line that LineSplitter shows.
std::string_view lastState(std::string_view line)
{
    while (!line.empty() && line.back() == '\r')
        line.remove_suffix(1);
    return line.substr(line.rfind('\r') + 1); // npos + 1 is 0
}

} // namespace

std::size_t behindSequence(std::string_view text, std::size_t at)
{
    if (++at >= text.size())
        return text.size();
    const char kind = text[at++];
    if (kind == '[') { // CSI: parameters, then a letter
        while (at < text.size() && !isBetween(text[at], '@', '~'))
            ++at;
        return std::min(at + 1, text.size());
    }
    if (kind == ']' || kind == 'P' || kind == '^' || kind == '_'
        || kind == 'X') { // a string, terminated by BEL or ESC backslash
        for (; at < text.size(); ++at) {
            if (text[at] == '\a')
                return at + 1;
            if (text[at] == escape)
                return std::min(at + 2, text.size());
        }
        return at;
    }
    if (isBetween(kind, ' ', '/')) { // intermediate bytes, then one final byte
        while (at < text.size() && isBetween(text[at], ' ', '/'))
            ++at;
        return std::min(at + 1, text.size());
    }
    return at;
}

std::string withoutControlSequences(std::string_view text)
{
    std::string plain;
    plain.reserve(text.size());
    appendPlain(text, plain);
    return plain;
}

std::string_view shownLines(std::string_view lines, std::string &scratch)
{
    std::size_t carriage = lines.find('\r');
    std::size_t sequence = lines.find(escape);
    if (carriage == std::string_view::npos && sequence == std::string_view::npos)
        return lines;
    scratch.clear();
    scratch.reserve(lines.size());
    std::size_t at = 0;
    while (true) {
        if (carriage != std::string_view::npos && carriage < at)
            carriage = lines.find('\r', at);
        if (sequence != std::string_view::npos && sequence < at)
            sequence = lines.find(escape, at);
        const std::size_t special = std::min(carriage, sequence);
        if (special == std::string_view::npos)
            break;
        const std::size_t before = lines.substr(at, special - at).rfind('\n');
        const std::size_t begin = before == std::string_view::npos ? at : at + before + 1;
        const std::size_t end = std::min(lines.find('\n', special), lines.size());
        scratch.append(lines.substr(at, begin - at));
        appendPlain(lastState(lines.substr(begin, end - begin)), scratch);
        at = end;
    }
    scratch.append(lines.substr(at));
    return scratch;
}

} // namespace engine::logcore
