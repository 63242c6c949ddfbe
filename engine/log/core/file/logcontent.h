// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/textfile.h"
#include "engine/log/core/line/linefolds.h"
#include "engine/log/core/line/linegap.h"
#include "engine/log/core/line/linesplitter.h"

#include <array>
#include <atomic>
#include <mutex>
#include <optional>

namespace engine::logcore {

/// Append-only list of offsets: one writer, any number of readers without a lock. Elements never move.
class OffsetList final
{
public:
    OffsetList() = default;
    ~OffsetList();
    OffsetList(const OffsetList &) = delete;
    OffsetList &operator=(const OffsetList &) = delete;

    void append(std::int64_t offset);
    [[nodiscard]] std::int64_t size() const { return m_size.load(std::memory_order_acquire); }
    [[nodiscard]] std::int64_t at(std::int64_t index) const; ///< requires \a index below an earlier result of size()
    [[nodiscard]] std::int64_t bytes() const; ///< memory in use

private:
    static constexpr int firstBits = 10; // parts of 1024, 1024, 2048, 4096… elements
    static constexpr int maxParts = 40;

    std::array<std::atomic<std::int64_t *>, maxParts> m_parts = {};
    std::atomic<std::int64_t> m_size = 0;
};

/// Line index of one file that only grows: the offset of every 256th line, and further offsets where lines are long, so
/// that at most about 1 MiB lies between an indexed offset and any line. Threads: append() from one thread at a time,
/// everything else from any.
class LogContent final
{
public:
    static constexpr std::int64_t blockLines = 256;
    static constexpr std::int64_t longLine = 1024 * 1024; ///< bytes; a longer line is indexed on its own

    /// An indexed start of a line.
    struct Cut
    {
        std::int64_t line = 0;
        std::int64_t offset = 0;
    };
    /// Complete lines between two cuts.
    struct Piece
    {
        Cut begin;
        Cut end;
    };
    struct Tail
    {
        std::int64_t endedLines = 0;
        LineSpan openLine;
        bool isOpen = false; ///< bytes follow the last newline
    };

    explicit LogContent(std::shared_ptr<const TextFile> file);
    /// Copy of \a known up to its last cut before \a offset, for the same file.
    LogContent(const LogContent &known, std::int64_t offset);

    void append(std::string_view bytes); ///< \a bytes follow those appended before
    void appendHole(std::int64_t bytes); ///< zeros that are not read: the current line continues after them
    /// Appends everything that \a known has from its cut \a from on; \a from must be at the end of this content. Only
    /// the line numbers differ.
    void appendKnown(const LogContent &known, const Cut &from);
    void setGap(const LineGap &gap) { m_gap = gap; } ///< to be called before the content is shared

    [[nodiscard]] const TextFile &file() const { return *m_file; }
    [[nodiscard]] std::int64_t size() const { return m_size.load(std::memory_order_acquire); } ///< indexed bytes
    [[nodiscard]] const LineFolds &folds() const { return m_folds; }
    [[nodiscard]] const LineGap &gap() const { return m_gap; } ///< gap since the file was first read
    /// Including the open line, if there is one.
    [[nodiscard]] std::int64_t lineCount() const { return m_lineCount.load(std::memory_order_acquire); }
    [[nodiscard]] Tail tail() const;
    /// Span of the line, also of the open one. Reads up to 1 MiB at first.
    [[nodiscard]] std::optional<LineSpan> locate(std::int64_t line) const;
    /// Line with the byte at \a offset; -1 if it is not indexed. Reads up to 1 MiB.
    [[nodiscard]] std::int64_t lineAt(std::int64_t offset) const;
    /// The first cut at or after \a offset.
    [[nodiscard]] std::optional<Cut> cutFrom(std::int64_t offset) const;

    /// Complete lines from the last cut at or before \a line, about \a bytes long; nothing when there are none. A
    /// longer line is a piece of its own.
    [[nodiscard]] std::optional<Piece> pieceFrom(std::int64_t line, std::int64_t bytes) const;
    /// Span of the piece's only line, if it is a long line; else nothing.
    [[nodiscard]] std::optional<LineSpan> longSpan(const Piece &piece) const;

    [[nodiscard]] std::int64_t indexBytes() const; ///< memory of the index

private:
    /// Offsets of every 256th line, starting at some line.
    struct Blocks
    {
        std::int64_t line = 0;
        OffsetList offsets; ///< includes the end of the last full block

        [[nodiscard]] bool isEmpty() const { return offsets.size() == 0; }
        [[nodiscard]] Cut cut(std::int64_t block) const { return {line + block * blockLines, offsets.at(block)}; }
        [[nodiscard]] Cut last() const { return cut(offsets.size() - 1); }
        void appendUpTo(const Blocks &other, std::int64_t offset);
    };
    struct NewLines
    {
        std::int64_t count = 0;
        std::vector<std::size_t> blockEnds; ///< end offsets of blocks of lines: after their last newline
    };
    struct LongSpan
    {
        std::int64_t line = 0;
        LineSpan span;
    };
    struct CachedPiece
    {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        std::vector<LineSpan> spans;
    };
    static constexpr std::size_t cachedPieces = 8;

    [[nodiscard]] Blocks &lastBlocks() { return m_behind.isEmpty() ? m_blocks : m_behind; } // requires m_mutex
    [[nodiscard]] const Blocks &blocksOf(std::int64_t line) const; // requires m_mutex
    /// Counts the lines of \a ended, the next bytes, which end with a newline. For the appending thread; needs no lock.
    [[nodiscard]] NewLines countLines(std::string_view ended) const;
    void endLongLine(std::int64_t newline); // requires m_mutex
    void addAnchor(const Cut &cut); // requires m_mutex
    [[nodiscard]] Cut lastCut() const; // requires m_mutex
    [[nodiscard]] Cut cutAtOrBefore(std::int64_t line) const; // requires m_mutex
    [[nodiscard]] Cut cutBehind(std::int64_t line) const; // requires m_mutex
    [[nodiscard]] Cut lastCutUpTo(std::int64_t offset) const; // requires m_mutex
    [[nodiscard]] std::vector<LineSpan> split(const Piece &piece) const;

    const std::shared_ptr<const TextFile> m_file;
    LineFolds m_folds;
    LineGap m_gap;
    std::atomic<std::int64_t> m_size = 0;
    std::atomic<std::int64_t> m_lineCount = 0;

    mutable std::mutex m_mutex; ///< guards the members below
    Blocks m_blocks;
    Blocks m_behind; ///< index after a gap, where line numbers have moved
    std::int64_t m_endedLines = 0;
    LineSplitter m_open{0};
    bool m_isHoleOpen = false; ///< m_open contains a hole
    std::vector<Cut> m_anchors; ///< further cuts for long lines
    std::vector<LongSpan> m_longSpans;

    mutable std::mutex m_cacheMutex; ///< guards m_cache
    mutable std::vector<CachedPiece> m_cache; ///< recently split pieces, newest last
};

} // namespace engine::logcore
