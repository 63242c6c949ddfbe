// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/file/logfile.h"

#include <algorithm>
#include <limits>

namespace engine::logcore {

namespace {

// Bytes; fits into the cache of a core from the read to the count of lines.
constexpr std::int64_t chunkSize = 256 * 1024;
constexpr std::size_t endSize = 64;
constexpr std::int64_t smallestHole = 64 * 1024; // bytes; a smaller hole is read as zeros
constexpr unsigned looksForAHole = 16; // refreshes for each look for a hole, which takes milliseconds on a tmpfs
// Bytes before and after a hole in which the ends of its line are searched.
constexpr std::int64_t nearAHole = 64 * 1024;

} // namespace

LogFile::Progress LogFile::refresh(std::int64_t budget)
{
    const std::lock_guard lock(m_refreshMutex);
    const bool isAsked = m_looks.begin();
    const Progress progress = look(budget, isAsked);
    m_looks.end(!progress.hasMore && !m_isCopyBehind);
    return progress;
}

LogFile::Progress LogFile::look(std::int64_t budget, bool isAsked)
{
    Progress progress;
    TextFile::Facts facts;
    m_isCopyBehind = false;
    if (mustReopen(facts)) {
        TextFile::Facts ignored;
        if (!m_content && !TextFile::factsOf(m_path, ignored))
            return progress;
        progress.isRestarted = m_content && m_content->size() > 0;
        progress.isChanged = true;
        reopen();
        publish();
        if (!m_content || !m_file.source().facts(facts))
            return progress;
        m_gap = gapIn(facts.size);
    } else if (hasAnotherGap(facts, isAsked)) {
        progress.isChanged = true;
        if (!widenGap(gapIn(facts.size))) {
            reopen();
            if (!m_content || !m_file.source().facts(facts))
                return progress;
            m_gap = gapIn(facts.size);
        }
    }
    m_changed = facts.changed;
    progress.isChanged |= m_file.copy() ? convert(facts.size, budget) : index(facts.size, budget);
    progress.hasMore = taken() < facts.size && budget <= 0;
    m_isCopyBehind = m_file.copy() && facts.size - taken() > 1; // the copy cannot have half a character
    if (m_shared != m_content && !progress.hasMore) {
        publish();
        progress.isRestarted = true;
    }
    return progress;
}

// A file that had only a few bytes when it was opened may be detected as UTF-16 later.
bool LogFile::mustReopen(TextFile::Facts &facts)
{
    return !m_content || !isStillTheFile(facts) || (facts.size > taken() && m_file.turnsOutUtf16())
        || (m_file.copy() && facts.size > longestConverted);
}

std::int64_t LogFile::taken() const
{
    return m_file.copy() ? m_file.copy()->taken() : m_content->size();
}

// A removed file stays open, and further bytes of its writer are read.
bool LogFile::isStillTheFile(TextFile::Facts &facts) const
{
    TextFile::Facts named;
    if (!m_file.source().facts(facts) || facts.size < taken())
        return false;
    if (TextFile::factsOf(m_path, named) && !named.isSameFile(facts))
        return false;
    return facts.changed == m_changed || hasOurEnd() || isOurEndTaken(facts.size);
}

// Compares the last indexed bytes, to detect a file that was truncated and rewritten to a larger size.
bool LogFile::hasOurEnd() const
{
    const auto length = std::int64_t(m_end.size());
    return m_file.source().read(taken() - length, length) == m_end;
}

bool LogFile::isOurEndTaken(std::int64_t size) const
{
    const Gap gap = gapIn(size);
    return gap.begin >= 0 && gap.begin < m_content->size() && m_content->size() <= gap.end;
}

void LogFile::reopen()
{
    m_file.open(m_path);
    m_isConverted = m_file.copy() != nullptr;
    m_content = m_file.isOpen() ? std::make_shared<LogContent>(m_file.text()) : nullptr;
    m_end.clear();
    m_gap = {};
}

void LogFile::publish()
{
    const std::lock_guard lock(m_mutex);
    m_restarts += m_shared ? 1 : 0;
    m_shared = m_content;
}

LogFile::Gap LogFile::gapIn(std::int64_t size) const
{
    Gap gap;
    if (m_file.copy())
        return gap; // the UTF-8 copy has no holes
    const TextFile &file = m_file.source();
    gap.hole = file.holeFrom(0, size);
    if (gap.hole.end - gap.hole.begin < smallestHole)
        return {};
    const std::int64_t from = std::max<std::int64_t>(0, gap.hole.begin - nearAHole);
    const std::size_t before = file.read(from, gap.hole.begin - from).rfind('\n');
    if (before != std::string::npos)
        gap.begin = from + std::int64_t(before) + 1;
    else if (from == 0)
        gap.begin = 0;
    const std::size_t behind = file.read(gap.hole.end, std::min(nearAHole, size - gap.hole.end)).find('\n');
    if (behind != std::string::npos)
        gap.end = gap.hole.end + std::int64_t(behind) + 1;
    return gap;
}

// A refresh after lookAgain() always looks for a gap, since the caller may not refresh again soon.
bool LogFile::hasAnotherGap(const TextFile::Facts &facts, bool isAsked)
{
    m_mayHaveAnotherGap |= facts.changed != m_changed;
    const bool isDue = ++m_looksForGaps % looksForAHole == 0 || isAsked;
    if (!m_mayHaveAnotherGap || (!isDue && hasOurEnd()))
        return false;
    m_mayHaveAnotherGap = false;
    return gapIn(facts.size) != m_gap;
}

/// Keeps the index of the lines before and after \a gap. False when \a gap does not contain the known gap.
bool LogFile::widenGap(const Gap &gap)
{
    if (gap.hole == m_gap.hole && gap.begin == m_gap.begin && m_gap.end < 0) {
        m_gap = gap; // its line is complete now
        return true;
    }
    const bool holdsOurs = m_gap == Gap() || (gap.begin <= m_gap.begin && m_gap.end <= gap.end && m_gap.end >= 0);
    if (gap.begin < 0 || gap.end < 0 || !holdsOurs)
        return false;
    m_gap = gap;
    if (m_content->size() <= gap.begin)
        return true;
    const std::shared_ptr<LogContent> known = m_content;
    m_content = std::make_shared<LogContent>(*known, gap.begin);
    m_end.clear();
    std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
    index(gap.end, unlimited);
    const std::int64_t behind = m_content->tail().endedLines;
    std::int64_t knownBehind = known->lineCount();
    if (const std::optional<LogContent::Cut> cut = known->cutFrom(gap.end)) {
        index(cut->offset, unlimited);
        knownBehind = cut->line - (m_content->tail().endedLines - behind);
        if (m_content->size() == cut->offset)
            m_content->appendKnown(*known, *cut);
    }
    if (m_content->size() < gap.end)
        return false; // the file was truncated just now
    const std::int64_t end = std::min(m_content->size(), std::int64_t(endSize));
    m_end = m_content->file().read(m_content->size() - end, end);
    m_content->setGap({behind - 1, known->gap().taken + knownBehind - behind});
    const std::lock_guard lock(m_mutex);
    if (m_shared == known)
        m_shared = m_content;
    return true;
}

/// Decreases \a budget by the bytes read.
bool LogFile::index(std::int64_t size, std::int64_t &budget)
{
    thread_local std::string buffer(chunkSize, '\0');
    bool isChanged = false;
    while (m_content->size() < size && budget > 0) {
        const std::int64_t at = m_content->size();
        if (at == m_gap.hole.begin && m_gap.hole.end > at) {
            m_content->appendHole(m_gap.hole.end - at);
            m_end.assign(endSize, '\0');
            continue;
        }
        const std::int64_t limit = at < m_gap.hole.begin ? m_gap.hole.begin : size;
        const std::int64_t wanted = std::min({chunkSize, budget, limit - at});
        const std::int64_t count = m_content->file().read(m_content->size(), buffer.data(), wanted);
        if (count <= 0)
            break;
        const std::string_view bytes(buffer.data(), std::size_t(count));
        m_content->append(bytes);
        m_end.append(bytes.substr(bytes.size() - std::min(bytes.size(), endSize)));
        m_end.erase(0, m_end.size() - std::min(m_end.size(), endSize));
        budget -= count;
        isChanged = true;
    }
    return isChanged;
}

bool LogFile::convert(std::int64_t size, std::int64_t &budget)
{
    bool isChanged = false;
    while (taken() < size && budget > 0) {
        const std::int64_t before = taken();
        m_content->append(m_file.copy()->take(std::min(chunkSize, budget), size));
        if (taken() == before)
            break;
        budget -= taken() - before;
        isChanged = true;
    }
    const std::int64_t end = std::min(taken(), std::int64_t(endSize));
    m_end = m_file.source().read(taken() - end, end);
    return isChanged;
}

LogFile::State LogFile::state() const
{
    State state;
    state.isIndexed = m_looks.isComplete();
    const std::lock_guard lock(m_mutex);
    state.restarts = m_restarts;
    state.exists = m_shared != nullptr;
    if (m_shared) {
        state.lines = m_shared->lineCount();
        state.bytes = m_shared->size();
        state.gap = m_shared->gap();
        state.foldChanges = m_shared->folds().changes();
    }
    return state;
}

std::shared_ptr<const LogContent> LogFile::content() const
{
    const std::lock_guard lock(m_mutex);
    return m_shared;
}

} // namespace engine::logcore
