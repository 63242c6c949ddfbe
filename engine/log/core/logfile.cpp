// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/logfile.h"

#include <algorithm>

namespace engine::logcore {

namespace {

constexpr std::int64_t chunkSize = 256 * 1024; // stays in the cache of a core between the copy and the count
constexpr std::size_t endSize = 64;
constexpr std::int64_t smallestHole = 64 * 1024; // a smaller one is read like anything else
constexpr unsigned looksForAHole = 16; // one in so many: where files lie in memory it costs milliseconds

} // namespace

LogFile::Progress LogFile::refresh(std::int64_t budget)
{
    const std::lock_guard lock(m_refreshMutex);
    const std::uint64_t number = m_wantedLook; // before it begins
    const Progress progress = look(budget);
    m_indexedLook = progress.hasMore ? 0 : number;
    return progress;
}

LogFile::Progress LogFile::look(std::int64_t budget)
{
    Progress progress;
    TextFile::Facts facts;
    if (!m_content || !isStillTheFile(facts)) {
        TextFile::Facts ignored;
        if (!m_content && !TextFile::factsOf(m_path, ignored))
            return progress;
        progress.isRestarted = m_content && m_content->size() > 0;
        progress.isChanged = true;
        reopen();
        publish();
        if (!m_content || !m_content->file().facts(facts))
            return progress;
        m_hole = holeIn(facts.size);
    } else if (hasAnotherHole(facts)) {
        reopen();
        if (!m_content || !m_content->file().facts(facts))
            return progress;
        m_hole = holeIn(facts.size);
    }
    m_changed = facts.changed;
    progress.isChanged |= index(facts.size, budget);
    progress.hasMore = m_content->size() < facts.size && budget <= 0;
    if (m_shared != m_content && !progress.hasMore) {
        publish();
        progress.isRestarted = true;
    }
    return progress;
}

// A path that names nothing leaves the file open: what its writer still has to say is read.
bool LogFile::isStillTheFile(TextFile::Facts &facts) const
{
    TextFile::Facts named;
    if (!m_content->file().facts(facts) || facts.size < m_content->size())
        return false;
    if (TextFile::factsOf(m_path, named) && !named.isSameFile(facts))
        return false;
    return facts.changed == m_changed || hasOurEnd(*m_content);
}

// Cut and written again up to more than we had: the size does not tell.
bool LogFile::hasOurEnd(const LogContent &content) const
{
    const auto length = std::int64_t(m_end.size());
    return content.file().read(content.size() - length, length) == m_end;
}

void LogFile::reopen()
{
    std::shared_ptr<const TextFile> file = TextFile::open(m_path);
    m_content = file ? std::make_shared<LogContent>(std::move(file)) : nullptr;
    m_end.clear();
    m_hole = {};
}

void LogFile::publish()
{
    const std::lock_guard lock(m_mutex);
    m_restarts += m_shared ? 1 : 0;
    m_shared = m_content;
}

TextFile::Hole LogFile::holeIn(std::int64_t size) const
{
    const TextFile::Hole hole = m_content->file().holeFrom(0, size);
    return hole.end - hole.begin >= smallestHole ? hole : TextFile::Hole();
}

bool LogFile::hasAnotherHole(const TextFile::Facts &facts)
{
    m_mayHaveAnotherHole |= facts.changed != m_changed;
    if (!m_mayHaveAnotherHole || ++m_looks % looksForAHole != 0)
        return false;
    m_mayHaveAnotherHole = false;
    return holeIn(facts.size) != m_hole;
}

/// Takes from \a budget what it read.
bool LogFile::index(std::int64_t size, std::int64_t &budget)
{
    thread_local std::string buffer(chunkSize, '\0');
    bool isChanged = false;
    while (m_content->size() < size && budget > 0) {
        const std::int64_t at = m_content->size();
        if (at == m_hole.begin && m_hole.end > at) {
            m_content->appendHole(m_hole.end - at);
            m_end.assign(endSize, '\0');
            continue;
        }
        const std::int64_t limit = at < m_hole.begin ? m_hole.begin : size;
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

LogFile::State LogFile::state() const
{
    State state;
    state.isIndexed = m_indexedLook == m_wantedLook;
    const std::lock_guard lock(m_mutex);
    state.restarts = m_restarts;
    state.exists = m_shared != nullptr;
    if (m_shared) {
        state.lines = m_shared->lineCount();
        state.bytes = m_shared->size();
    }
    return state;
}

std::shared_ptr<const LogContent> LogFile::content() const
{
    const std::lock_guard lock(m_mutex);
    return m_shared;
}

} // namespace engine::logcore
