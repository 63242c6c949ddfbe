// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/merge/mergeinput.h"

#include "engine/base/pathbytes.h"

#include <algorithm>

namespace engine {

namespace {

constexpr qint64 longestTime = 400; // bytes at the beginning of a line in which its time is searched

} // namespace

MergeInput::MergeInput(const LogMerge::Source &source, qint64 chunk, const std::atomic<bool> &isEnding)
    : m_arrivals(pathBytes(source.path)), m_lines(pathBytes(source.path), chunk, isEnding),
      m_clock(source.clockOffsetMs)
{
}

bool MergeInput::isYoung(qint64 nowMs, std::chrono::milliseconds hold) const
{
    return isYoungAt(m_lines.line().end, nowMs, hold);
}

bool MergeInput::hasJustBegun(qint64 nowMs, std::chrono::milliseconds hold)
{
    return m_lines.size() > 0 && isYoungAt(0, nowMs, hold);
}

bool MergeInput::isYoungAt(qint64 offset, qint64 nowMs, std::chrono::milliseconds hold) const
{
    const std::optional<qint64> arrived = m_arrivals.at(offset);
    return arrived && *arrived <= nowMs && nowMs < *arrived + hold.count();
}

TimeStyle MergeInput::learnTimes()
{
    const std::string sample = m_lines.beginning(LogClock::sampleSize);
    return m_clock.learn({sample.data(), qsizetype(sample.size())});
}

std::optional<qint64> MergeInput::leastLag()
{
    return m_clock.leastLag(m_lines.beginning(LogClock::sampleSize), m_arrivals);
}

void MergeInput::skipTo(qint64 offset)
{
    m_lines.skipTo(offset);
    m_skipped = offset;
}

bool MergeInput::advance(qint64 zone, quint64 round, bool isComplete)
{
    if (!m_lines.goToNext()) {
        if (!m_lines.readChunk() && !(isComplete && m_lines.endOpenLine()))
            return false;
        m_round = round;
        if (m_clock.canLearnMore(m_lines.size()))
            learnTimes();
        m_hasLookedAhead = !m_clock.readsAny();
    }
    takeKey(zone);
    return true;
}

void MergeInput::takeKey(qint64 zone)
{
    if (const std::optional<LogTime> time = timeOf(m_lines.line())) {
        std::optional<qint64> nearMs = m_timeKey;
        if (!nearMs)
            nearMs = m_arrivals.at(m_lines.line().end);
        const qint64 key = m_clock.utcOf(*time, zone, nearMs);
        m_timeKey = std::max(m_timeKey.value_or(key), key);
    }
    if (m_timeKey) {
        m_key = *m_timeKey;
        return;
    }
    const std::optional<qint64> arrived = m_arrivals.at(m_lines.line().end);
    lookAhead(zone, arrived);
    m_key = std::max(m_key, std::min(arrived.value_or(beginning), m_firstKey));
}

// Limits the keys of lines before the log's first time: they may have arrived late, but were written before that time.
void MergeInput::lookAhead(qint64 zone, std::optional<qint64> nearMs)
{
    if (m_hasLookedAhead)
        return;
    m_hasLookedAhead = true;
    m_firstKey = std::numeric_limits<qint64>::max();
    for (const logcore::LineSpan &line : m_lines.linesBehind()) {
        if (const std::optional<LogTime> time = timeOf(line)) {
            m_firstKey = m_clock.utcOf(*time, zone, nearMs);
            return;
        }
    }
}

std::optional<LogTime> MergeInput::timeOf(const logcore::LineSpan &line) const
{
    std::string far;
    return m_clock.readsAny() ? m_clock.read(m_lines.text(line, longestTime, far)) : std::nullopt;
}

} // namespace engine
