// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/logsearcher.h"

#include "engine/log/core/piecesearch.h"
#include "engine/log/core/workers.h"

#include <algorithm>
#include <map>
#include <utility>

namespace engine::logcore {

/// The search of one content. Its tasks keep it alive.
class LogSearcher::Run final : public std::enable_shared_from_this<Run>
{
public:
    Run(std::shared_ptr<const LogContent> content, const Pattern &pattern, Workers &workers, std::int64_t context)
        : m_content(std::move(content)), m_pattern(pattern), m_workers(workers), m_context(context)
    {
    }

    [[nodiscard]] bool isOf(const LogContent *content) const { return m_content.get() == content; }
    void extend();
    void cancel() { m_isCanceled = true; }
    void setContext(std::int64_t lines);
    void tell(State &state) const;

    template <typename Query> auto ask(const Query &query) const
    {
        const std::lock_guard lock(m_mutex);
        return query(m_hits, m_context > 0 ? m_rows : m_hits);
    }

private:
    struct Found
    {
        std::int64_t firstLine = 0;
        std::int64_t endLine = 0;
        std::vector<std::uint32_t> lines; ///< from firstLine on
    };
    static constexpr std::int64_t mostWaiting = 64; ///< pieces that are done behind one that is not

    void start(); // m_mutex is held, as in all that follow
    [[nodiscard]] bool isMoreToDo() const;
    void merge();
    void add(std::int64_t line);
    void removeOpenLine();
    // Tasks.
    void step();
    void searchOpenLine();

    const std::shared_ptr<const LogContent> m_content;
    const Pattern m_pattern;
    Workers &m_workers;
    std::atomic<bool> m_isCanceled = false;

    mutable std::mutex m_mutex; ///< of what follows
    std::int64_t m_goal = 0; ///< lines
    std::int64_t m_taken = 0; ///< lines that were handed out
    std::int64_t m_searched = 0;
    std::int64_t m_nextPiece = 0;
    std::int64_t m_nextMerged = 0;
    std::map<std::int64_t, Found> m_waiting; ///< until the pieces before them are done
    int m_tasks = 0;
    bool m_isTooHard = false;
    std::int64_t m_openLine = -1; ///< searched while it was open
    std::int64_t m_openEnd = -1; ///< up to where
    std::int64_t m_context = 0;
    LineSet m_hits;
    LineSet m_rows; ///< kept where there is context
};

void LogSearcher::Run::extend()
{
    const std::lock_guard lock(m_mutex);
    m_goal = m_content->tail().endedLines;
    start();
}

bool LogSearcher::Run::isMoreToDo() const
{
    return !m_isCanceled && !m_isTooHard && m_taken < m_goal && m_nextPiece - m_nextMerged < mostWaiting;
}

void LogSearcher::Run::start()
{
    if (m_tasks == 0 && m_searched >= m_goal && !m_isCanceled && !m_isTooHard) {
        const LogContent::Tail tail = m_content->tail();
        if (tail.isOpen && (tail.endedLines != m_openLine || tail.openLine.end != m_openEnd)) {
            ++m_tasks;
            m_workers.post([run = shared_from_this()] { run->searchOpenLine(); });
        }
        return;
    }
    // One that only follows a file needs no second core.
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
        const std::int64_t number = m_nextPiece++;
        Found found{piece->begin.line, piece->end.line, {}};
        m_taken = found.endLine;
        lock.unlock();
        const MatchOutcome outcome =
            searchPiece(*m_content, *piece, m_pattern, found.lines, [this] { return m_isCanceled.load(); });
        lock.lock();
        m_isTooHard |= outcome == MatchOutcome::TooHard;
        if (outcome == MatchOutcome::Done) {
            m_waiting.emplace(number, std::move(found));
            merge();
        }
    }
    --m_tasks;
    start();
}

void LogSearcher::Run::merge()
{
    for (auto first = m_waiting.begin(); first != m_waiting.end() && first->first == m_nextMerged;
         first = m_waiting.erase(first), ++m_nextMerged) {
        removeOpenLine();
        for (const std::uint32_t line : first->second.lines)
            add(first->second.firstLine + line); // a piece may begin with lines that were searched: they are in the set
        m_searched = first->second.endLine;
    }
}

void LogSearcher::Run::add(std::int64_t line)
{
    m_hits.append(line);
    if (m_context > 0)
        m_rows.appendRange(std::max<std::int64_t>(0, line - m_context), line + m_context + 1);
}

void LogSearcher::Run::removeOpenLine()
{
    if (m_openLine < 0)
        return;
    const std::int64_t line = std::exchange(m_openLine, -1);
    if (!m_hits.contains(line))
        return;
    m_hits.removeFrom(line);
    if (m_context == 0)
        return;
    m_rows.removeFrom(std::max<std::int64_t>(0, line - m_context));
    if (const std::int64_t before = m_hits.last(); before >= 0)
        m_rows.appendRange(std::max<std::int64_t>(0, before - m_context), before + m_context + 1);
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
        removeOpenLine();
        if (isFound)
            add(tail.endedLines);
        m_openLine = tail.endedLines;
        m_openEnd = tail.openLine.end;
    }
    if (m_searched < m_goal)
        start();
}

void LogSearcher::Run::setContext(std::int64_t lines)
{
    const std::lock_guard lock(m_mutex);
    m_context = lines;
    m_rows.clear();
    if (lines == 0)
        return;
    m_hits.forEach([this, lines](std::int64_t line) {
        m_rows.appendRange(std::max<std::int64_t>(0, line - lines), line + lines + 1);
    });
}

void LogSearcher::Run::tell(State &state) const
{
    const std::lock_guard lock(m_mutex);
    state.searchedLines = m_searched;
    state.hits = m_hits.count();
    // The context of the last hit may not be written yet.
    state.rows = m_context > 0 ? m_rows.rank(m_content->lineCount()) : state.hits;
    state.isTooHard = m_isTooHard;
    state.isRunning = m_tasks > 0 && !m_isCanceled && !m_isTooHard;
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
        m_run->cancel();
        m_run = nullptr;
        ++m_restarts;
    }
    if (!m_run && content)
        m_run = std::make_shared<Run>(content, m_pattern, m_workers, m_context);
    if (m_run)
        m_run->extend();
}

void LogSearcher::cancel()
{
    if (const std::shared_ptr<Run> run = current())
        run->cancel();
}

std::shared_ptr<LogSearcher::Run> LogSearcher::current() const
{
    const std::lock_guard lock(m_mutex);
    return m_run;
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
    const auto run = current();
    return run ? run->ask([index](const LineSet &hits, const LineSet &) { return hits.at(index); }) : -1;
}

std::int64_t LogSearcher::hitsBelow(std::int64_t line) const
{
    const auto run = current();
    return run ? run->ask([line](const LineSet &hits, const LineSet &) { return hits.rank(line); }) : 0;
}

bool LogSearcher::isHit(std::int64_t line) const
{
    const auto run = current();
    return run && run->ask([line](const LineSet &hits, const LineSet &) { return hits.contains(line); });
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
    const auto run = current();
    return run ? run->ask([row](const LineSet &, const LineSet &rows) { return rows.at(row); }) : -1;
}

std::int64_t LogSearcher::rowsBelow(std::int64_t line) const
{
    const auto run = current();
    return run ? run->ask([line](const LineSet &, const LineSet &rows) { return rows.rank(line); }) : 0;
}

std::int64_t LogSearcher::bytes() const
{
    const auto run = current();
    return run ? run->ask([](const LineSet &hits, const LineSet &rows) {
        return hits.bytes() + (&hits == &rows ? 0 : rows.bytes());
    })
               : 0;
}

} // namespace engine::logcore
