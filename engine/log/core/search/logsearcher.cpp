// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/search/logsearcher.h"

#include "engine/log/core/search/hitlines.h"
#include "engine/log/core/search/pieceorder.h"
#include "engine/log/core/search/piecesearch.h"
#include "engine/log/core/search/workers.h"

#include <algorithm>
#include <utility>

namespace engine::logcore {

/// The search of one content. Tasks share its ownership.
class LogSearcher::Run final : public std::enable_shared_from_this<Run>
{
public:
    Run(std::shared_ptr<const LogContent> content, const Pattern &pattern, Workers &workers, std::int64_t context)
        : m_content(std::move(content)), m_pattern(pattern), m_workers(workers), m_lines(context)
    {
    }

    [[nodiscard]] bool isOf(const LogContent *content) const { return m_content.get() == content; }
    /// A search of \a content that takes over the results of this one, if \a content differs only by removed lines;
    /// else null.
    [[nodiscard]] std::shared_ptr<Run> movedTo(const std::shared_ptr<const LogContent> &content);
    void extend();
    void cancel() { m_isCanceled = true; }
    void setContext(std::int64_t lines)
    {
        const std::lock_guard lock(m_mutex);
        m_lines.setContext(lines);
    }
    void tell(State &state) const;

    template <typename Query> auto ask(const Query &query) const
    {
        const std::lock_guard lock(m_mutex);
        return query(m_lines.hits(), m_lines.rows());
    }

private:
    struct Found
    {
        std::int64_t firstLine = 0;
        std::int64_t endLine = 0;
        std::vector<std::uint32_t> lines; ///< from firstLine on
    };

    void start(); // requires m_mutex, as the functions below
    [[nodiscard]] bool isMoreToDo() const;
    void merge();
    void takeOver(Run &last);
    // Tasks, run by workers.
    void step();
    void searchOpenLine();
    void searchAroundGap(std::int64_t first, std::int64_t last);

    const std::shared_ptr<const LogContent> m_content;
    const Pattern m_pattern;
    Workers &m_workers;
    std::atomic<bool> m_isCanceled = false;

    mutable std::mutex m_mutex; ///< guards the members below
    std::int64_t m_goal = 0; ///< number of lines to search
    std::int64_t m_taken = 0; ///< number of lines given to tasks
    std::int64_t m_searched = 0;
    PieceOrder<Found> m_pieces;
    int m_tasks = 0;
    bool m_isGapOpen = false; ///< a task searches around the gap; not counted in m_tasks
    bool m_isTooHard = false;
    bool m_isOutdated = false; ///< lines were removed: this search ends, and movedTo() continues it
    std::int64_t m_openEnd = -1; ///< end offset of the searched part of the open line
    HitLines m_lines;
};

void LogSearcher::Run::extend()
{
    const std::lock_guard lock(m_mutex);
    m_goal = m_content->tail().endedLines;
    start();
}

std::shared_ptr<LogSearcher::Run> LogSearcher::Run::movedTo(const std::shared_ptr<const LogContent> &content)
{
    if (!content || &content->file() != &m_content->file())
        return nullptr;
    auto fresh = std::make_shared<Run>(content, m_pattern, m_workers, m_lines.context());
    const std::lock_guard lock(m_mutex);
    const std::lock_guard freshLock(fresh->m_mutex);
    fresh->takeOver(*this);
    return fresh;
}

// The line with the notice is not searched yet, and the lines next to it may have lost a part: they are searched again.
void LogSearcher::Run::takeOver(Run &last)
{
    const LineGap &before = last.m_content->gap();
    const LineGap &gap = m_content->gap();
    const std::int64_t moved = gap.taken - before.taken; // decrease of the line numbers after the gap
    m_isTooHard = last.m_isTooHard;
    m_isCanceled = last.m_isCanceled.load();
    m_searched = m_taken = movedLine(last.m_searched, before, gap);
    last.m_lines.removeOpenLine();
    m_lines = std::exchange(last.m_lines, HitLines(last.m_lines.context()));
    m_lines.takeOut(gap, moved);
    const std::int64_t firstNear = std::max<std::int64_t>(0, gap.line - 1);
    const std::int64_t lastNear = std::min(gap.line + 1, m_searched - 1);
    if (m_isCanceled || m_isTooHard || firstNear > lastNear)
        return;
    m_isGapOpen = true;
    m_workers.post([run = shared_from_this(), firstNear, lastNear] { run->searchAroundGap(firstNear, lastNear); });
}

void LogSearcher::Run::searchAroundGap(std::int64_t first, std::int64_t last)
{
    for (std::int64_t line = first; line <= last; ++line) {
        bool isFound = false;
        MatchOutcome outcome = MatchOutcome::Done;
        if (const std::optional<LineSpan> span = m_content->locate(line))
            outcome = searchSpan(*m_content, *span, m_pattern, isFound, [this] { return m_isCanceled.load(); });
        const std::lock_guard lock(m_mutex);
        m_isTooHard |= outcome == MatchOutcome::TooHard;
        if (outcome != MatchOutcome::Done)
            break;
        m_lines.set(line, isFound);
    }
    const std::lock_guard lock(m_mutex);
    m_isGapOpen = false;
}

bool LogSearcher::Run::isMoreToDo() const
{
    return !m_isCanceled && !m_isTooHard && !m_isOutdated && m_taken < m_goal && !m_pieces.isFull();
}

void LogSearcher::Run::start()
{
    if (m_tasks == 0 && m_searched >= m_goal && !m_isCanceled && !m_isTooHard) {
        const LogContent::Tail tail = m_content->tail();
        if (tail.isOpen && (tail.endedLines != m_lines.openLine() || tail.openLine.end != m_openEnd)) {
            ++m_tasks;
            m_workers.post([run = shared_from_this()] { run->searchOpenLine(); });
        }
        return;
    }
    // Few new lines need only one task.
    const std::int64_t lines = m_goal - m_taken;
    const int wanted = lines > 4 * LogContent::blockLines ? m_workers.count() : 1;
    for (; isMoreToDo() && m_tasks < wanted; ++m_tasks)
        m_workers.post([run = shared_from_this()] { run->step(); });
}

void LogSearcher::Run::step()
{
    std::unique_lock lock(m_mutex);
    const auto piece = isMoreToDo() ? m_content->pieceFrom(m_taken, pieceBytes) : std::nullopt;
    if (piece) {
        const std::int64_t number = m_pieces.handOut();
        Found found{piece->begin.line, piece->end.line, {}};
        m_taken = found.endLine;
        lock.unlock();
        const MatchOutcome outcome =
            searchPiece(*m_content, *piece, m_pattern, found.lines, [this] { return m_isCanceled.load(); });
        lock.lock();
        m_isTooHard |= outcome == MatchOutcome::TooHard;
        m_isOutdated |= outcome == MatchOutcome::Outdated;
        if (outcome == MatchOutcome::Done) {
            m_pieces.put(number, std::move(found));
            merge();
        }
    }
    --m_tasks;
    start();
}

void LogSearcher::Run::merge()
{
    while (const std::optional<Found> found = m_pieces.take()) {
        m_lines.removeOpenLine();
        for (const std::uint32_t line : found->lines) // the first ones may be hits already, from the open line
            m_lines.add(found->firstLine + line);
        m_searched = found->endLine;
    }
}

void LogSearcher::Run::searchOpenLine()
{
    const LogContent::Tail tail = m_content->tail();
    bool isFound = false;
    MatchOutcome outcome = MatchOutcome::Done;
    if (tail.isOpen)
        outcome = searchSpan(*m_content, tail.openLine, m_pattern, isFound, [this] { return m_isCanceled.load(); });
    const std::lock_guard lock(m_mutex);
    --m_tasks;
    m_isTooHard |= outcome == MatchOutcome::TooHard;
    if (tail.isOpen && outcome == MatchOutcome::Done && tail.endedLines == m_searched) {
        m_lines.setOpenLine(tail.endedLines, isFound);
        m_openEnd = tail.openLine.end;
    }
    if (m_searched < m_goal)
        start();
}

void LogSearcher::Run::tell(State &state) const
{
    const std::lock_guard lock(m_mutex);
    state.searchedLines = m_searched;
    state.hits = m_lines.hits().count();
    // Context lines after the last hit may not exist yet.
    state.rows = m_lines.context() > 0 ? m_lines.rows().rank(m_content->lineCount()) : state.hits;
    state.isTooHard = m_isTooHard;
    state.isRunning = (m_tasks > 0 || m_isGapOpen) && !m_isCanceled && !m_isTooHard;
}

LogSearcher::LogSearcher(std::shared_ptr<const LogFile> file, const Pattern &pattern, Workers &workers)
    : m_file(std::move(file)), m_pattern(pattern), m_workers(workers)
{
    extend();
}

LogSearcher::~LogSearcher()
{
    cancel();
}

void LogSearcher::extend()
{
    const std::lock_guard lock(m_mutex);
    const std::shared_ptr<const LogContent> content = m_file->content();
    if (m_run && !m_run->isOf(content.get())) {
        const std::shared_ptr<Run> last = std::exchange(m_run, m_run->movedTo(content));
        last->cancel();
        m_restarts += m_run ? 0 : 1;
    }
    if (!m_run && content)
        m_run = std::make_shared<Run>(content, m_pattern, m_workers, m_context);
    if (m_run)
        m_run->extend();
}

void LogSearcher::cancel()
{
    const std::lock_guard lock(m_mutex);
    if (m_run)
        m_run->cancel();
}

template <typename Answer, typename Query> Answer LogSearcher::ask(Answer none, const Query &query) const
{
    const std::lock_guard lock(m_mutex);
    return m_run ? m_run->ask(query) : none;
}

LogSearcher::State LogSearcher::state() const
{
    State state;
    const std::lock_guard lock(m_mutex);
    state.restarts = m_restarts;
    if (m_run)
        m_run->tell(state);
    return state;
}

std::int64_t LogSearcher::hitAt(std::int64_t index) const
{
    return ask<std::int64_t>(-1, [index](const LineSet &hits, const LineSet &) { return hits.at(index); });
}

std::int64_t LogSearcher::hitsBelow(std::int64_t line) const
{
    return ask<std::int64_t>(0, [line](const LineSet &hits, const LineSet &) { return hits.rank(line); });
}

bool LogSearcher::isHit(std::int64_t line) const
{
    return ask(false, [line](const LineSet &hits, const LineSet &) { return hits.contains(line); });
}

void LogSearcher::setContext(std::int64_t lines)
{
    const std::lock_guard lock(m_mutex);
    m_context = std::max<std::int64_t>(0, lines);
    if (m_run)
        m_run->setContext(m_context);
}

std::int64_t LogSearcher::lineOfRow(std::int64_t row) const
{
    return ask<std::int64_t>(-1, [row](const LineSet &, const LineSet &rows) { return rows.at(row); });
}

std::int64_t LogSearcher::rowsBelow(std::int64_t line) const
{
    return ask<std::int64_t>(0, [line](const LineSet &, const LineSet &rows) { return rows.rank(line); });
}

std::int64_t LogSearcher::bytes() const
{
    return ask<std::int64_t>(
        0, [](const LineSet &hits, const LineSet &rows) { return hits.bytes() + (&hits == &rows ? 0 : rows.bytes()); });
}

} // namespace engine::logcore
