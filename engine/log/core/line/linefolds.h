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

/// Which lines of a file have no row of their own, and which rows show another text than their line, since the writer
/// moved the cursor up and wrote over them: what ProgressScreen found. Takes a bit for a line at most, and 32 bytes for
/// a row that was written over, of which there are at most 2^18: from then on every line is a row.
/// Threads: those that are not const from one at a time, everything else from any.
class LineFolds final
{
public:
    /// With what \a known knows of the lines before \a line, which begins at \a offset.
    void beginLike(const LineFolds &known, std::int64_t line, std::int64_t offset);
    void take(const TextFile &file, std::string_view bytes, std::int64_t offset, std::int64_t line);
    void leave(std::int64_t offset); ///< nothing before it is written over from there on
    /// What \a known knows from the line \a from on; numbers are higher by \a shift.
    void appendKnown(const LineFolds &known, std::int64_t from, std::int64_t shift);

    [[nodiscard]] std::shared_ptr<const LineFolds> copy() const; ///< as it is now, for good
    [[nodiscard]] std::int64_t hiddenBelow(std::int64_t line) const; ///< how many are
    [[nodiscard]] bool isHidden(std::int64_t line) const;
    [[nodiscard]] std::int64_t lineOfRow(std::int64_t row) const; ///< the \a row-th that is not hidden
    [[nodiscard]] std::optional<RewrittenRow> rowOf(std::int64_t line) const; ///< nothing: its row shows the line
    [[nodiscard]] bool isOpen() const; ///< there are rows that were written over and still may be
    [[nodiscard]] std::uint64_t changes() const { return m_changes; } ///< another number: there are others
    [[nodiscard]] std::int64_t bytes() const; ///< memory that this takes

private:
    void publish();

    ProgressScreen m_screen;
    ProgressScreen::Changes m_new;
    std::atomic<std::uint64_t> m_changes = 0;
    mutable std::mutex m_mutex; ///< of what follows
    LineSet m_hidden;
    std::vector<RewrittenRow> m_rows; ///< by line
    std::vector<RewrittenRow> m_openRows; ///< behind those, by line
    bool m_isFull = false; ///< there were as many rows as are kept: also when a gap takes some of them
};

} // namespace engine::logcore
