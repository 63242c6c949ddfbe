// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/logcontent.h"

#include "engine/log/core/newlines.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace engine::logcore {

namespace {

constexpr std::int64_t splitSize = 256 * 1024; // stays in the cache of a core

struct Slot
{
    int part;
    std::int64_t index;
};

Slot slotOf(std::int64_t index, int firstBits)
{
    const auto scaled = std::uint64_t(index) >> firstBits;
    const int part = int(std::bit_width(scaled));
    return {part, part == 0 ? index : index - (std::int64_t(1) << (firstBits + part - 1))};
}

bool isBefore(std::int64_t line, const LogContent::Cut &cut)
{
    return line < cut.line;
}

} // namespace

OffsetList::~OffsetList()
{
    for (const std::atomic<std::int64_t *> &part : m_parts)
        delete[] part.load();
}

void OffsetList::append(std::int64_t offset)
{
    const std::int64_t size = m_size.load(std::memory_order_relaxed);
    const Slot slot = slotOf(size, firstBits);
    std::int64_t *part = m_parts[std::size_t(slot.part)].load(std::memory_order_relaxed);
    if (!part) {
        part = new std::int64_t[std::size_t(1) << (slot.part == 0 ? firstBits : firstBits + slot.part - 1)];
        m_parts[std::size_t(slot.part)].store(part, std::memory_order_release);
    }
    part[slot.index] = offset;
    m_size.store(size + 1, std::memory_order_release);
}

std::int64_t OffsetList::at(std::int64_t index) const
{
    const Slot slot = slotOf(index, firstBits);
    return m_parts[std::size_t(slot.part)].load(std::memory_order_acquire)[slot.index];
}

std::int64_t OffsetList::bytes() const
{
    std::int64_t capacity = 0;
    for (std::size_t part = 0; part < maxParts && m_parts[part].load(); ++part)
        capacity += std::int64_t(1) << (part == 0 ? firstBits : firstBits + int(part) - 1);
    return capacity * std::int64_t(sizeof(std::int64_t));
}

LogContent::LogContent(std::shared_ptr<const TextFile> file) : m_file(std::move(file))
{
    m_blocks.append(0);
}

void LogContent::append(std::string_view bytes)
{
    const std::lock_guard lock(m_mutex);
    const std::int64_t base = m_open.offset();
    const std::size_t last = bytes.rfind('\n');
    if (last == std::string_view::npos) {
        m_open.takeOpen(bytes);
    } else {
        if (base + std::int64_t(bytes.size()) - m_open.lineBegin() >= longLine) {
            const std::size_t first = bytes.find('\n');
            if (base + std::int64_t(first) - m_open.lineBegin() >= longLine) {
                m_open.takeOpen(bytes.substr(0, first));
                endLongLine(base + std::int64_t(first));
            }
        }
        for (std::size_t at = 0; at <= last;) {
            const SkippedLines skipped = skipLines(bytes.substr(at), blockLines - m_endedLines % blockLines);
            m_endedLines += skipped.count;
            at += skipped.end;
            if (skipped.count > 0 && m_endedLines / blockLines == m_blocks.size())
                m_blocks.append(base + std::int64_t(at));
        }
        const std::int64_t begin = base + std::int64_t(last) + 1;
        m_open.begin(begin);
        m_open.takeOpen(bytes.substr(last + 1));
        if (begin - lastCut().offset >= longLine)
            addAnchor({m_endedLines, begin});
    }
    m_size.store(m_open.offset(), std::memory_order_release);
    m_lineCount.store(m_endedLines + (m_open.offset() > m_open.lineBegin() ? 1 : 0), std::memory_order_release);
}

void LogContent::appendHole(std::int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_open.skip(bytes);
    m_size.store(m_open.offset(), std::memory_order_release);
    m_lineCount.store(m_endedLines + 1, std::memory_order_release);
}

void LogContent::endLongLine(std::int64_t newline)
{
    m_longSpans.push_back({m_endedLines, m_open.openLine()});
    addAnchor({m_endedLines, m_open.lineBegin()});
    addAnchor({m_endedLines + 1, newline + 1});
}

void LogContent::addAnchor(const Cut &cut)
{
    if (m_anchors.empty() || m_anchors.back().line < cut.line)
        m_anchors.push_back(cut);
}

LogContent::Cut LogContent::lastCut() const
{
    const std::int64_t block = m_blocks.size() - 1;
    const Cut cut{block * blockLines, m_blocks.at(block)};
    return m_anchors.empty() || m_anchors.back().line <= cut.line ? cut : m_anchors.back();
}

LogContent::Cut LogContent::cutAtOrBefore(std::int64_t line) const
{
    const std::int64_t block = std::min(line / blockLines, m_blocks.size() - 1);
    const Cut cut{block * blockLines, m_blocks.at(block)};
    const auto behind = std::upper_bound(m_anchors.begin(), m_anchors.end(), line, isBefore);
    return behind == m_anchors.begin() || std::prev(behind)->line <= cut.line ? cut : *std::prev(behind);
}

LogContent::Cut LogContent::cutBehind(std::int64_t line) const
{
    const std::int64_t block = line / blockLines + 1;
    const Cut cut =
        block < m_blocks.size() ? Cut{block * blockLines, m_blocks.at(block)} : Cut{m_endedLines, m_open.lineBegin()};
    const auto behind = std::upper_bound(m_anchors.begin(), m_anchors.end(), line, isBefore);
    return behind == m_anchors.end() || behind->line >= cut.line ? cut : *behind;
}

LogContent::Cut LogContent::lastCutUpTo(std::int64_t offset) const
{
    if (m_open.lineBegin() <= offset)
        return {m_endedLines, m_open.lineBegin()};
    std::int64_t low = 0; // m_blocks.at(low) <= offset
    for (std::int64_t high = m_blocks.size(); high - low > 1;) {
        const std::int64_t middle = low + (high - low) / 2;
        (m_blocks.at(middle) <= offset ? low : high) = middle;
    }
    const Cut cut{low * blockLines, m_blocks.at(low)};
    const auto isAbove = [](std::int64_t wanted, const Cut &anchor) { return wanted < anchor.offset; };
    const auto behind = std::upper_bound(m_anchors.begin(), m_anchors.end(), offset, isAbove);
    return behind == m_anchors.begin() || std::prev(behind)->line <= cut.line ? cut : *std::prev(behind);
}

LogContent::Tail LogContent::tail() const
{
    const std::lock_guard lock(m_mutex);
    return {m_endedLines, m_open.openLine(), m_open.offset() > m_open.lineBegin()};
}

std::optional<LogContent::Piece> LogContent::pieceFrom(std::int64_t line, std::int64_t bytes) const
{
    const std::lock_guard lock(m_mutex);
    if (line < 0 || line >= m_endedLines)
        return {};
    const Cut begin = cutAtOrBefore(line);
    const Cut far = lastCutUpTo(begin.offset + bytes);
    return Piece{begin, far.line > line ? far : cutBehind(line)};
}

std::optional<LogContent::Piece> LogContent::pieceUpTo(std::int64_t line, std::int64_t bytes) const
{
    const std::lock_guard lock(m_mutex);
    if (line < 0 || line >= m_endedLines)
        return {};
    const Cut end = cutBehind(line);
    Cut begin = lastCutUpTo(std::max<std::int64_t>(0, end.offset - bytes));
    if (end.offset - begin.offset > bytes)
        begin = cutBehind(begin.line);
    if (begin.line > line)
        begin = cutAtOrBefore(line);
    return Piece{begin, end};
}

std::optional<LineSpan> LogContent::longSpan(const Piece &piece) const
{
    if (piece.end.line != piece.begin.line + 1)
        return {};
    const std::lock_guard lock(m_mutex);
    const auto found = std::lower_bound(m_longSpans.begin(), m_longSpans.end(), piece.begin.line,
                                        [](const LongSpan &s, std::int64_t line) { return s.line < line; });
    return found != m_longSpans.end() && found->line == piece.begin.line ? std::optional(found->span) : std::nullopt;
}

std::optional<LineSpan> LogContent::locate(std::int64_t line) const
{
    Piece piece;
    {
        const std::lock_guard lock(m_mutex);
        if (line < 0 || line > m_endedLines)
            return {};
        if (line == m_endedLines)
            return m_open.offset() > m_open.lineBegin() ? std::optional(m_open.openLine()) : std::nullopt;
        piece = {cutAtOrBefore(line), cutBehind(line)};
    }
    if (const std::optional<LineSpan> alone = longSpan(piece))
        return alone;
    const auto index = std::size_t(line - piece.begin.line);
    const auto spanIn = [index](const std::vector<LineSpan> &spans) {
        return index < spans.size() ? std::optional(spans[index]) : std::nullopt; // somebody cut the file
    };
    {
        const std::lock_guard lock(m_cacheMutex);
        for (const CachedPiece &cached : m_cache) {
            if (cached.begin == piece.begin.offset && cached.end == piece.end.offset)
                return spanIn(cached.spans);
        }
    }
    // Without the lock: it reads the disk. Another thread may do the same meanwhile, and both are right.
    std::vector<LineSpan> spans = split(piece);
    const std::optional<LineSpan> found = spanIn(spans);
    const std::lock_guard lock(m_cacheMutex);
    std::erase_if(m_cache, [&](const CachedPiece &cached) { return cached.begin == piece.begin.offset; });
    if (m_cache.size() >= cachedPieces)
        m_cache.erase(m_cache.begin());
    m_cache.push_back({piece.begin.offset, piece.end.offset, std::move(spans)});
    return found;
}

std::vector<LineSpan> LogContent::split(const Piece &piece) const
{
    LineSplitter splitter(piece.begin.offset);
    std::vector<LineSpan> spans;
    std::string bytes(std::size_t(std::min(splitSize, piece.end.offset - piece.begin.offset)), '\0');
    while (splitter.offset() < piece.end.offset) {
        const std::int64_t wanted = std::min(std::int64_t(bytes.size()), piece.end.offset - splitter.offset());
        const std::int64_t count = m_file->read(splitter.offset(), bytes.data(), wanted);
        if (count <= 0)
            break;
        splitter.take(std::string_view(bytes).substr(0, std::size_t(count)), spans);
    }
    return spans;
}

std::int64_t LogContent::indexBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_blocks.bytes()
        + std::int64_t(m_anchors.capacity() * sizeof(Cut) + m_longSpans.capacity() * sizeof(LongSpan));
}

} // namespace engine::logcore
