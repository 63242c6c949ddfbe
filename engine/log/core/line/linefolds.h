// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/line/lineset.h"
#include "engine/log/core/line/progressscreen.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

namespace engine::logcore {

/// Lines without a row of their own, and rows whose text differs from their line, because the writer moved the cursor
/// up and overwrote them (as found by ProgressScreen). Memory: at most one bit for each line, and 32 bytes for each
/// overwritten row, of which at most 2^18 are kept; after that every line is a row. Threads: non-const functions from
/// one thread at a time, const ones from any.
class LineFolds final
{
public:
    /// Starts at \a line, which begins at \a offset, with what \a known has before it.
    void beginLike(const LineFolds &known, std::int64_t line, std::int64_t offset);
    void feed(const TextFile &file, std::string_view bytes, std::int64_t offset, std::int64_t line);
    void leave(std::int64_t offset); ///< no row before \a offset can be overwritten any more
    /// Appends what \a known has from the line \a from on; line numbers increase by \a shift.
    void appendKnown(const LineFolds &known, std::int64_t from, std::int64_t shift);

    [[nodiscard]] std::shared_ptr<const LineFolds> copy() const; ///< immutable snapshot
    [[nodiscard]] std::int64_t hiddenBelow(std::int64_t line) const; ///< number of hidden lines before \a line
    [[nodiscard]] bool isHidden(std::int64_t line) const;
    [[nodiscard]] std::int64_t lineOfRow(std::int64_t row) const; ///< line of the \a row-th visible row
    /// Nothing when its row shows the line itself.
    [[nodiscard]] std::optional<RewrittenRow> rowOf(std::int64_t line) const;
    [[nodiscard]] bool isOpen() const; ///< there are overwritten rows that may still change
    [[nodiscard]] std::uint64_t changes() const { return m_changes; } ///< changes with every change of the folds
    [[nodiscard]] std::int64_t bytes() const; ///< memory in use

private:
    void publish();

    ProgressScreen m_screen;
    ProgressScreen::Changes m_new;
    std::atomic<std::uint64_t> m_changes = 0;
    mutable std::mutex m_mutex; ///< guards the members below
    LineSet m_hidden;
    std::vector<RewrittenRow> m_rows; ///< by line
    std::vector<RewrittenRow> m_openRows; ///< after m_rows, by line
    bool m_isFull = false; ///< the limit of rows was reached; stays set even if a gap removes some
};

} // namespace engine::logcore
