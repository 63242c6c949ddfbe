// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/textfile.h"

#include <deque>
#include <string_view>
#include <vector>

namespace engine::logcore {

/// A row of a terminal that was written over, and the text that it had last.
struct RewrittenRow
{
    std::int64_t line = 0; ///< that began the row
    std::int64_t begin = 0; ///< of the text in the file
    std::int64_t length = 0;
    std::int64_t updates = 0; ///< texts that it had
};

/// The last rows of a terminal that is given a file whose writer moves the cursor up and writes over what is there, as
/// several progress bars do. A text that is written to a row takes the place of all that the row had. It begins with
/// the first move up and ends a hundred rows behind the last one; before and after, each line is a row.
/// Value; one thread at a time.
class ProgressScreen final
{
public:
    struct Changes
    {
        std::vector<std::int64_t> hidden; ///< lines whose newline led to a row that was there, ascending
        std::vector<RewrittenRow> rows; ///< that nobody writes to any more, ascending
    };

    /// Takes the \a bytes of \a file that follow; they begin at \a offset, in \a line. How they are cut does not
    /// matter.
    void take(const TextFile &file, std::string_view bytes, std::int64_t offset, std::int64_t line, Changes &changes);
    /// What comes from \a offset on, where a line begins, writes over nothing that was before.
    void leave(std::int64_t offset, Changes &changes);
    /// Rows of lines before \a from are gone; the others' numbers are higher by \a shift.
    void moveLines(std::int64_t from, std::int64_t shift);

    [[nodiscard]] bool isEmpty() const { return m_rows.empty(); }
    /// Those that were written over and still may be, as they are behind all that was taken.
    [[nodiscard]] std::vector<RewrittenRow> openRows() const;

private:
    struct Row : RewrittenRow
    {
        bool isRewritten = false; ///< what it shows is not what is shown of its line alone
    };
    struct Sequence
    {
        char kind = 0; ///< 0: none that matters
        int number = 0;
        std::size_t end = 0;
        bool isCut = false; ///< its end is not there yet
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

    std::string m_held; ///< the beginning of a sequence
    std::int64_t m_floor = 0; ///< no row is before that offset
    std::deque<Row> m_rows; ///< empty: each line is a row
    std::size_t m_cursor = 0; ///< its row
    std::int64_t m_line = 0;
    std::int64_t m_textBegin = 0;
    std::int64_t m_textEnd = 0;
    std::size_t m_sinceMove = 0; ///< rows that were added
    int m_movesUp = 0;
    bool m_isMoving = false; ///< nothing was written since the cursor moved up
    bool m_hasText = false; ///< from m_textBegin on
    bool m_hasMoved = false; ///< the cursor, in this line
    bool m_isAtBegin = true; ///< the cursor, of its row
    bool m_isRecognised = false; ///< it is a block that is rewritten, and no stray sequence
    std::vector<std::int64_t> m_candidates; ///< lines that are hidden if it is
};

} // namespace engine::logcore
