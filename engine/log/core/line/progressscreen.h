// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/textfile.h"

#include <deque>
#include <string_view>
#include <vector>

namespace engine::logcore {

/// An overwritten row of a terminal with its latest text.
struct RewrittenRow
{
    std::int64_t line = 0; ///< the line that created the row
    std::int64_t begin = 0; ///< offset of the text in the file
    std::int64_t length = 0;
    std::int64_t updates = 0; ///< number of texts that the row had
};

/// Interprets the last rows of a terminal for a file whose writer moves the cursor up and overwrites rows, as several
/// progress bars do. A text written to a row replaces its whole content. Screen mode starts with the first movement up
/// and ends a hundred rows after the last one; outside of it each line is a row. Value; one thread at a time.
class ProgressScreen final
{
public:
    struct Changes
    {
        std::vector<std::int64_t> hidden; ///< lines whose newline led to an existing row, ascending
        std::vector<RewrittenRow> rows; ///< rows that cannot change any more, ascending
    };

    /// Interprets the next \a bytes of \a file; they start at \a offset, in \a line. The result does not depend on how
    /// the bytes are divided into calls.
    void feed(const TextFile &file, std::string_view bytes, std::int64_t offset, std::int64_t line, Changes &changes);
    /// Leaves screen mode: bytes from \a offset on, the start of a line, overwrite no earlier row.
    void leave(std::int64_t offset, Changes &changes);
    /// Removes rows of lines before \a from; the numbers of the others increase by \a shift.
    void moveLines(std::int64_t from, std::int64_t shift);

    [[nodiscard]] bool isEmpty() const { return m_rows.empty(); }
    /// Overwritten rows that may still change, in their current state.
    [[nodiscard]] std::vector<RewrittenRow> openRows() const;

private:
    struct Row : RewrittenRow
    {
        bool isRewritten = false; ///< its text is not just its line
    };
    struct Sequence
    {
        char kind = 0; ///< 0 for an irrelevant sequence
        int number = 0;
        std::size_t end = 0;
        bool isCut = false; ///< the end of the sequence is missing
    };

    [[nodiscard]] static Sequence sequenceAt(std::string_view text, std::size_t at);
    [[nodiscard]] static std::size_t moveUpFrom(std::string_view bytes, std::size_t at);
    bool enter(const TextFile &file, std::int64_t offset, std::int64_t line);
    std::size_t write(std::string_view bytes, std::size_t at, std::int64_t offset, Changes &changes);
    void obey(const Sequence &sequence, std::int64_t begin, std::int64_t end, Changes &changes);
    void move(std::int64_t rows);
    void erase(std::size_t row, std::int64_t offset);
    void endText(std::int64_t end);
    void beginLine(std::int64_t offset, Changes &changes);
    void finish(const Row &row, Changes &changes) const;
    void recognise(Changes &changes);

    std::string m_held; ///< start of an incomplete sequence
    std::int64_t m_floor = 0; ///< no row starts before this offset
    std::deque<Row> m_rows; ///< empty outside of screen mode
    std::size_t m_cursor = 0; ///< index of its row
    std::int64_t m_line = 0;
    std::int64_t m_textBegin = 0;
    std::int64_t m_textEnd = 0;
    std::size_t m_sinceMove = 0; ///< rows added since the last movement
    int m_movesUp = 0;
    bool m_isMoving = false; ///< nothing was written since the last movement up
    bool m_hasText = false; ///< there is text from m_textBegin on
    bool m_hasMoved = false; ///< the cursor moved within this line
    bool m_isAtBegin = true; ///< the cursor is at the start of its row
    bool m_isRecognised = false; ///< confirmed to be a rewritten block, not a stray sequence
    std::vector<std::int64_t> m_candidates; ///< lines that will be hidden when confirmed
};

} // namespace engine::logcore
