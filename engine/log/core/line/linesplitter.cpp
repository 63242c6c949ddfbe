// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/line/linesplitter.h"

namespace engine::logcore {

void LineSplitter::begin(std::int64_t offset)
{
    m_offset = offset;
    m_stateBegin = offset;
    m_line = {offset, offset, offset, 0};
}

void LineSplitter::feed(std::string_view bytes, std::vector<LineSpan> &ended)
{
    while (true) {
        const std::size_t newline = bytes.find('\n');
        feedOpen(bytes.substr(0, newline));
        if (newline == std::string_view::npos)
            return;
        ended.push_back(openLine());
        begin(m_offset + 1);
        bytes.remove_prefix(newline + 1);
    }
}

void LineSplitter::feedOpen(std::string_view bytes)
{
    const std::int64_t base = m_offset;
    for (std::size_t at = bytes.find('\r'); at != std::string_view::npos; at = bytes.find('\r', at + 1)) {
        endState(base + std::int64_t(at));
        m_stateBegin = base + std::int64_t(at) + 1;
    }
    m_offset = base + std::int64_t(bytes.size());
}

void LineSplitter::skip(std::int64_t bytes)
{
    m_offset += bytes;
    m_stateBegin = m_offset;
}

LineSpan LineSplitter::openLine() const
{
    LineSplitter copy = *this;
    copy.endState(m_offset);
    return copy.m_line;
}

void LineSplitter::endState(std::int64_t end)
{
    if (end > m_stateBegin) // "\r\n", "\r\r" and a leading "\r" start no new state
        m_line = {m_line.lineBegin, m_stateBegin, end, m_line.updates + 1};
}

} // namespace engine::logcore
