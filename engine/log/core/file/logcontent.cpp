// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/file/logcontent.h"

#include "engine/log/core/line/newlines.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

namespace engine::logcore {

namespace {

constexpr std::int64_t splitSize = 256 * 1024; // fits into the cache of a core

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

void LogContent::Blocks::appendUpTo(const Blocks &other, std::int64_t offset)
{
    line = other.line;
    for (std::int64_t block = 0; block < other.offsets.size() && other.offsets.at(block) <= offset; ++block)
        offsets.append(other.offsets.at(block));
}

LogContent::LogContent(std::shared_ptr<const TextFile> file) : m_file(std::move(file))
{
    m_blocks.offsets.append(0);
}

LogContent::LogContent(const LogContent &known, std::int64_t offset) : m_file(known.m_file)
{
    const std::lock_guard lock(known.m_mutex);
    const Cut end = known.lastCutUpTo(offset);
    m_blocks.appendUpTo(known.m_blocks, end.offset);
    m_behind.appendUpTo(known.m_behind, end.offset);
    std::copy_if(known.m_anchors.begin(), known.m_anchors.end(), std::back_inserter(m_anchors),
                 [&end](const Cut &anchor) { return anchor.line <= end.line; });
    std::copy_if(known.m_longSpans.begin(), known.m_longSpans.end(), std::back_inserter(m_longSpans),
                 [&end](const LongSpan &span) { return span.line < end.line; });
    m_folds.beginLike(known.m_folds, end.line, end.offset);
    m_endedLines = end.line;
    m_open.begin(end.offset);
    m_size = end.offset;
    m_lineCount = end.line;
}

void LogContent::appendKnown(const LogContent &known, const Cut &from)
{
    const std::scoped_lock lock(m_mutex, known.m_mutex);
    const std::int64_t shift = m_endedLines - from.line;
    addAnchor({m_endedLines, from.offset});
    const Blocks &blocks = known.m_behind.isEmpty() ? known.m_blocks : known.m_behind;
    for (std::int64_t block = 0; block < blocks.offsets.size(); ++block) {
        const Cut cut = blocks.cut(block);
        if (cut.offset < from.offset)
            continue;
        if (m_behind.isEmpty())
            m_behind.line = cut.line + shift;
        m_behind.offsets.append(cut.offset);
    }
    if (m_behind.isEmpty()) {
        m_behind.line = m_endedLines;
        m_behind.offsets.append(from.offset);
    }
    for (const Cut &anchor : known.m_anchors) {
        if (anchor.line > from.line)
            addAnchor({anchor.line + shift, anchor.offset});
    }
    for (const LongSpan &span : known.m_longSpans) {
        if (span.line >= from.line)
            m_longSpans.push_back({span.line + shift, span.span});
    }
    m_folds.appendKnown(known.m_folds, from.line, shift);
    m_endedLines = known.m_endedLines + shift;
    m_open = known.m_open;
    m_isHoleOpen = known.m_isHoleOpen;
    m_size = known.m_size.load();
    m_lineCount = known.m_lineCount + shift;
}

// Lines are counted before the mutex is locked: otherwise a thread that is preempted here could block the painter.
void LogContent::append(std::string_view bytes)
{
    const std::size_t last = bytes.rfind('\n');
    const NewLines lines = last == std::string_view::npos ? NewLines() : countLines(bytes.substr(0, last + 1));
    m_folds.feed(*m_file, bytes, m_open.offset(), m_endedLines);
    const std::lock_guard lock(m_mutex);
    const std::int64_t base = m_open.offset();
    if (last == std::string_view::npos) {
        m_open.feedOpen(bytes);
    } else {
        if (m_isHoleOpen || base + std::int64_t(bytes.size()) - m_open.lineBegin() >= longLine) {
            const std::size_t first = bytes.find('\n');
            if (m_isHoleOpen || base + std::int64_t(first) - m_open.lineBegin() >= longLine) {
                m_open.feedOpen(bytes.substr(0, first));
                endLongLine(base + std::int64_t(first));
                m_isHoleOpen = false;
            }
        }
        for (const std::size_t blockEnd : lines.blockEnds)
            lastBlocks().offsets.append(base + std::int64_t(blockEnd));
        m_endedLines += lines.count;
        const std::int64_t begin = base + std::int64_t(last) + 1;
        m_open.begin(begin);
        m_open.feedOpen(bytes.substr(last + 1));
        if (begin - lastCut().offset >= longLine)
            addAnchor({m_endedLines, begin});
    }
    m_size.store(m_open.offset(), std::memory_order_release);
    m_lineCount.store(m_endedLines + (m_open.offset() > m_open.lineBegin() ? 1 : 0), std::memory_order_release);
}

LogContent::NewLines LogContent::countLines(std::string_view ended) const
{
    NewLines lines;
    const Blocks &blocks = blocksOf(m_endedLines);
    for (std::size_t at = 0; at < ended.size();) {
        const std::int64_t own = m_endedLines + lines.count - blocks.line;
        const SkippedLines skipped = skipLines(ended.substr(at), blockLines - own % blockLines);
        lines.count += skipped.count;
        at += skipped.end;
        const std::int64_t blockCount = blocks.offsets.size() + std::int64_t(lines.blockEnds.size());
        if (skipped.count > 0 && (own + skipped.count) / blockLines == blockCount)
            lines.blockEnds.push_back(at);
    }
    return lines;
}

void LogContent::appendHole(std::int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_open.skip(bytes);
    m_folds.leave(m_open.offset());
    m_isHoleOpen = true;
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

const LogContent::Blocks &LogContent::blocksOf(std::int64_t line) const
{
    return m_behind.isEmpty() || line < m_behind.line ? m_blocks : m_behind;
}

LogContent::Cut LogContent::lastCut() const
{
    const Cut cut = blocksOf(m_endedLines).last();
    return m_anchors.empty() || m_anchors.back().line <= cut.line ? cut : m_anchors.back();
}

LogContent::Cut LogContent::cutAtOrBefore(std::int64_t line) const
{
    const Blocks &blocks = blocksOf(line);
    const Cut cut = blocks.cut(std::min((line - blocks.line) / blockLines, blocks.offsets.size() - 1));
    const auto behind = std::upper_bound(m_anchors.begin(), m_anchors.end(), line, isBefore);
    return behind == m_anchors.begin() || std::prev(behind)->line <= cut.line ? cut : *std::prev(behind);
}

LogContent::Cut LogContent::cutBehind(std::int64_t line) const
{
    const Blocks &blocks = blocksOf(line);
    const std::int64_t block = (line - blocks.line) / blockLines + 1;
    const bool isGapNext = &blocks == &m_blocks && !m_behind.isEmpty();
    const Cut cut = block < blocks.offsets.size() ? blocks.cut(block)
        : isGapNext                               ? m_behind.cut(0)
                                                  : Cut{m_endedLines, m_open.lineBegin()};
    const auto behind = std::upper_bound(m_anchors.begin(), m_anchors.end(), line, isBefore);
    return behind == m_anchors.end() || behind->line >= cut.line ? cut : *behind;
}

LogContent::Cut LogContent::lastCutUpTo(std::int64_t offset) const
{
    if (m_open.lineBegin() <= offset)
        return {m_endedLines, m_open.lineBegin()};
    const Blocks &blocks = m_behind.isEmpty() || offset < m_behind.offsets.at(0) ? m_blocks : m_behind;
    std::int64_t low = 0; // invariant: the offset of this block is at most \a offset
    for (std::int64_t high = blocks.offsets.size(); high - low > 1;) {
        const std::int64_t middle = low + (high - low) / 2;
        (blocks.offsets.at(middle) <= offset ? low : high) = middle;
    }
    const Cut cut = blocks.cut(low);
    const auto isAbove = [](std::int64_t wanted, const Cut &anchor) { return wanted < anchor.offset; };
    const auto behind = std::upper_bound(m_anchors.begin(), m_anchors.end(), offset, isAbove);
    return behind == m_anchors.begin() || std::prev(behind)->line <= cut.line ? cut : *std::prev(behind);
}

std::optional<LogContent::Cut> LogContent::cutFrom(std::int64_t offset) const
{
    const std::lock_guard lock(m_mutex);
    if (offset > m_open.lineBegin())
        return {};
    const Cut cut = lastCutUpTo(offset);
    return cut.offset == offset ? cut : cutBehind(cut.line);
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
        // A file that was truncated in the meantime has fewer lines.
        return index < spans.size() ? std::optional(spans[index]) : std::nullopt;
    };
    {
        const std::lock_guard lock(m_cacheMutex);
        for (const CachedPiece &cached : m_cache) {
            if (cached.begin == piece.begin.offset && cached.end == piece.end.offset)
                return spanIn(cached.spans);
        }
    }
    // Without the lock, as this reads the disk. Two threads may split the same piece with the same result.
    std::vector<LineSpan> spans = split(piece);
    const std::optional<LineSpan> found = spanIn(spans);
    const std::lock_guard lock(m_cacheMutex);
    std::erase_if(m_cache, [&](const CachedPiece &cached) { return cached.begin == piece.begin.offset; });
    if (m_cache.size() >= cachedPieces)
        m_cache.erase(m_cache.begin());
    m_cache.push_back({piece.begin.offset, piece.end.offset, std::move(spans)});
    return found;
}

std::int64_t LogContent::lineAt(std::int64_t offset) const
{
    Piece piece;
    {
        const std::lock_guard lock(m_mutex);
        if (offset < 0 || offset >= m_open.offset())
            return -1;
        piece.begin = lastCutUpTo(offset);
        if (piece.begin.line == m_endedLines)
            return m_endedLines;
        piece.end = cutBehind(piece.begin.line);
    }
    std::int64_t line = piece.begin.line;
    if (piece.end.line == line + 1)
        return line;
    std::string bytes(std::size_t(splitSize), '\0');
    for (std::int64_t at = piece.begin.offset; at < offset;) {
        const std::int64_t count = m_file->read(at, bytes.data(), std::min(splitSize, offset - at));
        if (count <= 0)
            break;
        line += countNewlines(std::string_view(bytes).substr(0, std::size_t(count)));
        at += count;
    }
    return line;
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
        splitter.feed(std::string_view(bytes).substr(0, std::size_t(count)), spans);
    }
    return spans;
}

std::int64_t LogContent::indexBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_blocks.offsets.bytes() + m_behind.offsets.bytes() + m_folds.bytes()
        + std::int64_t(m_anchors.capacity() * sizeof(Cut) + m_longSpans.capacity() * sizeof(LongSpan));
}

} // namespace engine::logcore
