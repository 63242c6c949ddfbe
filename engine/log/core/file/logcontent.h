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

/// Offsets that only grow in number: one appends, any number read without a lock. Never moves what it holds.
class OffsetList final
{
public:
    OffsetList() = default;
    ~OffsetList();
    OffsetList(const OffsetList &) = delete;
    OffsetList &operator=(const OffsetList &) = delete;

    void append(std::int64_t offset);
    [[nodiscard]] std::int64_t size() const { return m_size.load(std::memory_order_acquire); }
    [[nodiscard]] std::int64_t at(std::int64_t index) const; ///< \a index is below a size() that was seen
    [[nodiscard]] std::int64_t bytes() const; ///< memory it takes

private:
    static constexpr int firstBits = 10; // parts of 1024, 1024, 2048, 4096…
    static constexpr int maxParts = 40;

    std::array<std::atomic<std::int64_t *>, maxParts> m_parts = {};
    std::atomic<std::int64_t> m_size = 0;
};

/// One file as long as it only grows, and where its lines are: an offset for 256 lines, and a few more where lines are
/// long, so that no more than about a mebibyte lies between a place that is known and a line.
/// Threads: append() from one at a time, everything else from any.
class LogContent final
{
public:
    static constexpr std::int64_t blockLines = 256;
    static constexpr std::int64_t longLine = 1024 * 1024; ///< bytes from which on a line is known by itself

    /// The beginning of a line that is found without reading.
    struct Cut
    {
        std::int64_t line = 0;
        std::int64_t offset = 0;
    };
    /// Whole ended lines from a cut to a cut.
    struct Piece
    {
        Cut begin;
        Cut end;
    };
    struct Tail
    {
        std::int64_t endedLines = 0;
        LineSpan openLine;
        bool isOpen = false; ///< there are bytes behind the last newline
    };

    explicit LogContent(std::shared_ptr<const TextFile> file);
    /// Of the same file what \a known knows up to the last cut before \a offset.
    LogContent(const LogContent &known, std::int64_t offset);

    void append(std::string_view bytes); ///< those that follow
    void appendHole(std::int64_t bytes); ///< zeros, which nobody reads: the line goes on behind them
    /// All that \a known knows from a cut of its own on, which is where this one ends. Only the numbers of lines
    /// differ.
    void appendKnown(const LogContent &known, const Cut &from);
    void setGap(const LineGap &gap) { m_gap = gap; } ///< before others see this

    [[nodiscard]] const TextFile &file() const { return *m_file; }
    [[nodiscard]] std::int64_t size() const { return m_size.load(std::memory_order_acquire); } ///< bytes indexed
    [[nodiscard]] const LineFolds &folds() const { return m_folds; }
    [[nodiscard]] const LineGap &gap() const { return m_gap; } ///< since the file was first read
    /// With the open line, if there is one.
    [[nodiscard]] std::int64_t lineCount() const { return m_lineCount.load(std::memory_order_acquire); }
    [[nodiscard]] Tail tail() const;
    /// Where the line is; the open one, too. Reads up to a mebibyte the first time.
    [[nodiscard]] std::optional<LineSpan> locate(std::int64_t line) const;
    /// The line that has the byte at \a offset; -1: it is not indexed. Reads up to a mebibyte.
    [[nodiscard]] std::int64_t lineAt(std::int64_t offset) const;
    /// The first cut from \a offset on.
    [[nodiscard]] std::optional<Cut> cutFrom(std::int64_t offset) const;

    /// The ended lines from the cut that is nearest before \a line, up to about \a bytes of them; nothing when there
    /// are none. One line that is longer stands alone.
    [[nodiscard]] std::optional<Piece> pieceFrom(std::int64_t line, std::int64_t bytes) const;
    /// The span of a line that makes a piece of its own; nothing for others.
    [[nodiscard]] std::optional<LineSpan> longSpan(const Piece &piece) const;

    [[nodiscard]] std::int64_t indexBytes() const; ///< memory that the index takes

private:
    /// Every 256th line from one on.
    struct Blocks
    {
        std::int64_t line = 0;
        OffsetList offsets; ///< one behind the last full block, too

        [[nodiscard]] bool isEmpty() const { return offsets.size() == 0; }
        [[nodiscard]] Cut cut(std::int64_t block) const { return {line + block * blockLines, offsets.at(block)}; }
        [[nodiscard]] Cut last() const { return cut(offsets.size() - 1); }
        void appendUpTo(const Blocks &other, std::int64_t offset);
    };
    struct NewLines
    {
        std::int64_t count = 0;
        std::vector<std::size_t> blockEnds; ///< where a block of lines ends: behind its last newline
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

    [[nodiscard]] Blocks &lastBlocks() { return m_behind.isEmpty() ? m_blocks : m_behind; } // m_mutex is held
    [[nodiscard]] const Blocks &blocksOf(std::int64_t line) const; // m_mutex is held
    /// Of what comes next, which ends with a newline. Only who appends may ask; it needs no lock.
    [[nodiscard]] NewLines countLines(std::string_view ended) const;
    void endLongLine(std::int64_t newline); // m_mutex is held
    void addAnchor(const Cut &cut); // m_mutex is held
    [[nodiscard]] Cut lastCut() const; // m_mutex is held
    [[nodiscard]] Cut cutAtOrBefore(std::int64_t line) const; // m_mutex is held
    [[nodiscard]] Cut cutBehind(std::int64_t line) const; // m_mutex is held
    [[nodiscard]] Cut lastCutUpTo(std::int64_t offset) const; // m_mutex is held
    [[nodiscard]] std::vector<LineSpan> split(const Piece &piece) const;

    const std::shared_ptr<const TextFile> m_file;
    LineFolds m_folds;
    LineGap m_gap;
    std::atomic<std::int64_t> m_size = 0;
    std::atomic<std::int64_t> m_lineCount = 0;

    mutable std::mutex m_mutex; ///< of what follows
    Blocks m_blocks;
    Blocks m_behind; ///< where a gap moved the numbers of lines: what was known behind it
    std::int64_t m_endedLines = 0;
    LineSplitter m_open{0};
    bool m_isHoleOpen = false; ///< m_open has one
    std::vector<Cut> m_anchors; ///< further cuts, where lines are long
    std::vector<LongSpan> m_longSpans;

    mutable std::mutex m_cacheMutex; ///< of what follows
    mutable std::vector<CachedPiece> m_cache; ///< split last, newest at the end
};

} // namespace engine::logcore
