// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/line/progressscreen.h"

#include "engine/log/core/line/linesplitter.h"
#include "engine/log/core/line/newlines.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace engine::logcore {

namespace {

constexpr std::size_t screenRows = 100; // a writer of progress bars stays within a window of this height
// Bytes read before the first cursor movement, for the rows that it may reach.
constexpr std::int64_t readAbove = 64 * 1024;
constexpr std::size_t longestMove = 32;
constexpr char sequenceBegin = '\x1b';

} // namespace

void ProgressScreen::feed(const TextFile &file, std::string_view bytes, std::int64_t offset, std::int64_t line,
                          Changes &changes)
{
    std::string joined;
    if (!m_held.empty()) {
        joined = std::exchange(m_held, {}).append(bytes);
        offset -= std::int64_t(joined.size() - bytes.size());
        bytes = joined;
    }
    const std::size_t tail = bytes.size() - std::min(bytes.size(), longestMove);
    const std::size_t last = bytes.substr(tail).rfind(sequenceBegin);
    if (last != std::string_view::npos && sequenceAt(bytes, tail + last).isCut) {
        m_held = bytes.substr(tail + last);
        bytes.remove_suffix(m_held.size());
    }
    std::size_t counted = 0; // \a line is correct up to here
    for (std::size_t at = 0; at < bytes.size();) {
        if (m_rows.empty()) {
            at = moveUpFrom(bytes, at);
            if (at == std::string_view::npos)
                return;
            line += countNewlines(bytes.substr(counted, at - counted));
            counted = at;
            if (!enter(file, offset + std::int64_t(at), line)) {
                at = bytes.find('\n', at);
                if (at == std::string_view::npos)
                    return;
                continue;
            }
        }
        at = write(bytes, at, offset, changes);
        counted = at;
        line = m_line;
    }
}

ProgressScreen::Sequence ProgressScreen::sequenceAt(std::string_view text, std::size_t at)
{
    Sequence sequence;
    sequence.end = at + 1;
    sequence.isCut = at + 1 == text.size();
    if (sequence.isCut || text[at + 1] != '[')
        return sequence;
    bool isPlain = true;
    for (std::size_t i = at + 2; i - at < longestMove; ++i) {
        if (i == text.size()) {
            sequence.isCut = true;
            return sequence;
        }
        const char c = text[i];
        if (c >= '@' && c <= '~') {
            sequence.kind = isPlain ? c : '\0';
            sequence.end = i + 1;
            return sequence;
        }
        if (c < ' ' || c > '?')
            return sequence;
        if (c >= '0' && c <= '9')
            sequence.number = std::min(sequence.number * 10 + (c - '0'), 9999);
        else
            isPlain = false;
    }
    return sequence;
}

std::size_t ProgressScreen::moveUpFrom(std::string_view bytes, std::size_t at)
{
    for (at = bytes.find(sequenceBegin, at); at != std::string_view::npos; at = bytes.find(sequenceBegin, at + 1)) {
        const char kind = sequenceAt(bytes, at).kind;
        if (kind == 'A' || kind == 'F')
            break;
    }
    return at;
}

/// Enters screen mode with the lines before \a offset as rows. False: the line is so long that earlier lines were not
/// found, and then the rest of that line is not interpreted.
bool ProgressScreen::enter(const TextFile &file, std::int64_t offset, std::int64_t line)
{
    const std::int64_t from = std::max(m_floor, offset - readAbove);
    const std::string above = file.read(from, offset - from);
    LineSplitter splitter(from);
    std::vector<LineSpan> spans;
    splitter.feed(above, spans);
    if (from > m_floor) {
        if (spans.empty())
            return false;
        spans.erase(spans.begin()); // its start may be missing
    }
    if (spans.size() >= screenRows)
        spans.erase(spans.begin(), spans.end() - (screenRows - 1));
    std::int64_t number = line - std::int64_t(spans.size());
    for (const LineSpan &span : spans)
        m_rows.push_back({{number++, span.begin, span.end - span.begin, span.updates}});
    m_rows.push_back({{line, splitter.lineBegin(), 0, 0}});
    m_cursor = m_rows.size() - 1;
    m_line = line;
    m_textBegin = m_textEnd = splitter.lineBegin();
    m_sinceMove = 0;
    m_movesUp = 0;
    m_isMoving = m_hasText = m_hasMoved = m_isRecognised = false;
    m_isAtBegin = true;
    m_candidates.clear();
    Changes none; // stays empty: no newline and no movement
    write(above, std::size_t(splitter.lineBegin() - from), from, none);
    return true;
}

/// Interprets \a bytes to their end, or to a position after which each line is a row again.
std::size_t ProgressScreen::write(std::string_view bytes, std::size_t at, std::int64_t offset, Changes &changes)
{
    while (at < bytes.size()) {
        const char c = bytes[at];
        if (c == sequenceBegin) {
            const Sequence sequence = sequenceAt(bytes, at);
            obey(sequence, offset + std::int64_t(at), offset + std::int64_t(sequence.end), changes);
            at = sequence.end;
        } else if (c == '\n') {
            endText(offset + std::int64_t(at));
            beginLine(offset + std::int64_t(++at), changes);
            if (m_rows.empty())
                break;
        } else if (c == '\r') {
            endText(offset + std::int64_t(at));
            m_textBegin = offset + std::int64_t(++at);
            m_isAtBegin = true;
        } else {
            m_hasText = true;
            m_isMoving = m_isAtBegin = false;
            ++at;
        }
    }
    m_textEnd = offset + std::int64_t(at);
    return at;
}

void ProgressScreen::obey(const Sequence &sequence, std::int64_t begin, std::int64_t end, Changes &changes)
{
    const std::int64_t count = std::max(1, sequence.number);
    const bool erasesRest = sequence.number == 0 && !m_hasText && m_isAtBegin;
    switch (sequence.kind) {
    case 'A': // cursor up
    case 'F':
    case 'B': // cursor down
    case 'E':
        endText(begin);
        m_textBegin = end;
        m_isAtBegin |= sequence.kind == 'E' || sequence.kind == 'F';
        if (sequence.kind == 'B' || sequence.kind == 'E')
            return move(count);
        m_movesUp += m_isMoving ? 0 : 1;
        m_isMoving = true;
        m_sinceMove = 0;
        move(-count);
        if (m_movesUp > 1)
            recognise(changes);
        return;
    case 'J':
        if (erasesRest)
            for (std::size_t row = m_cursor; row < m_rows.size(); ++row)
                erase(row, end);
        break;
    case 'K':
        if (!erasesRest && sequence.number != 2)
            return;
        erase(m_cursor, end);
        m_textBegin = end;
        m_hasText = false;
        break;
    case 'G':
        m_isAtBegin = sequence.number <= 1;
        return;
    default:
        return;
    }
    if (m_isMoving)
        recognise(changes);
}

void ProgressScreen::move(std::int64_t rows)
{
    m_hasMoved = true;
    // The rest of the line belongs to another row.
    if (m_rows.back().line == m_line)
        m_rows.back().isRewritten = true;
    m_cursor = std::size_t(std::clamp<std::int64_t>(std::int64_t(m_cursor) + rows, 0, std::int64_t(m_rows.size()) - 1));
}

void ProgressScreen::erase(std::size_t row, std::int64_t offset)
{
    m_rows[row].begin = offset;
    m_rows[row].length = 0;
    m_rows[row].isRewritten = true;
}

void ProgressScreen::endText(std::int64_t end)
{
    if (!std::exchange(m_hasText, false))
        return;
    Row &row = m_rows[m_cursor];
    row.begin = m_textBegin;
    row.length = end - m_textBegin;
    ++row.updates;
    row.isRewritten |= row.line != m_line || m_hasMoved;
}

void ProgressScreen::beginLine(std::int64_t offset, Changes &changes)
{
    ++m_line;
    m_textBegin = offset;
    m_isMoving = m_hasMoved = false;
    m_isAtBegin = true;
    if (++m_cursor < m_rows.size())
        return (m_isRecognised ? changes.hidden : m_candidates).push_back(m_line);
    m_rows.push_back({{m_line, offset, 0, 0}});
    if (m_rows.size() > screenRows) {
        finish(m_rows.front(), changes);
        m_rows.pop_front();
        --m_cursor;
    }
    if (++m_sinceMove > screenRows)
        leave(offset, changes);
}

void ProgressScreen::leave(std::int64_t offset, Changes &changes)
{
    for (const Row &row : m_rows)
        finish(row, changes);
    m_rows.clear();
    m_held.clear();
    m_floor = offset;
}

void ProgressScreen::finish(const Row &row, Changes &changes) const
{
    if (m_isRecognised && row.isRewritten)
        changes.rows.push_back(row);
}

void ProgressScreen::recognise(Changes &changes)
{
    m_isRecognised = true;
    changes.hidden.insert(changes.hidden.end(), m_candidates.begin(), m_candidates.end());
    m_candidates.clear();
}

void ProgressScreen::moveLines(std::int64_t from, std::int64_t shift)
{
    while (!m_rows.empty() && m_rows.front().line < from) {
        m_rows.pop_front();
        m_cursor -= m_cursor > 0 ? 1 : 0;
    }
    std::erase_if(m_candidates, [from](std::int64_t line) { return line < from; });
    for (Row &row : m_rows)
        row.line += shift;
    for (std::int64_t &line : m_candidates)
        line += shift;
    m_line += shift;
}

std::vector<RewrittenRow> ProgressScreen::openRows() const
{
    std::vector<RewrittenRow> open;
    if (!m_isRecognised || m_rows.empty())
        return open;
    ProgressScreen now = *this;
    now.endText(m_textEnd);
    for (const Row &row : now.m_rows) {
        if (row.isRewritten)
            open.push_back(row);
    }
    return open;
}

} // namespace engine::logcore
