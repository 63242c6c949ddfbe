// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/merge/mergeinput.h"

#include "engine/base/pathbytes.h"
#include "engine/log/core/file/spoolgap.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

namespace engine {

using logcore::TextFile;

namespace {

constexpr qint64 appendedAtOnce = 256 * 1024;
constexpr qint64 longestProgress = 4096;
constexpr qint64 sampleSize = 64 * 1024; // of a log, in which times are looked for
constexpr qint64 dayMs = 24 * 60 * 60 * 1000;

TimeKind kindOf(const LogTime &time)
{
    if (time.isUtc)
        return TimeKind::Utc;
    if (!time.date.isValid())
        return TimeKind::Clock;
    return time.hasYear() ? TimeKind::Date : TimeKind::Day;
}

qint64 daysOf(const QDate &date)
{
    constexpr qint64 first = 2440588; // 1970-01-01
    return date.toJulianDay() - first;
}

QDate inYear(const QDate &date, int year)
{
    const QDate there(year, date.month(), date.day());
    return there.isValid() ? there : QDate(year, 3, 1); // the 29th of February
}

// What is not said is taken so that the time is nearest to another one.
qint64 nearestDay(qint64 msOfDay, qint64 nearMs)
{
    const qint64 from = nearMs - msOfDay + dayMs / 2;
    return from / dayMs - (from % dayMs < 0 ? 1 : 0);
}

qint64 nearestYear(const QDate &date, qint64 nearMs)
{
    const int year = QDate(1970, 1, 1).addDays(nearMs / dayMs).year();
    std::array<qint64, 3> days;
    for (const int i : {-1, 0, 1})
        days[std::size_t(i + 1)] = daysOf(inYear(date, year + i));
    return *std::min_element(days.begin(), days.end(), [nearMs](qint64 a, qint64 b) {
        return std::abs(a * dayMs - nearMs) < std::abs(b * dayMs - nearMs);
    });
}

} // namespace

qint64 zoneOfThisComputer(qint64 utcMs)
{
    return qint64(QDateTime::fromMSecsSinceEpoch(utcMs).offsetFromUtc()) * 1000;
}

MergeInput::MergeInput(const LogMerge::Source &source, qint64 chunk, const std::atomic<bool> &isEnding)
    : m_path(pathBytes(source.path)), m_clockOffsetMs(source.clockOffsetMs), m_arrivals(m_path),
      m_chunk(std::size_t(chunk), '\0'), m_isEnding(isEnding)
{
}

bool MergeInput::isYoung(qint64 nowMs, std::chrono::milliseconds hold) const
{
    return isYoungAt(line().end, nowMs, hold);
}

bool MergeInput::hasJustBegun(qint64 nowMs, std::chrono::milliseconds hold)
{
    return size() > 0 && isYoungAt(0, nowMs, hold);
}

bool MergeInput::isYoungAt(qint64 offset, qint64 nowMs, std::chrono::milliseconds hold) const
{
    const std::optional<qint64> arrived = m_arrivals.at(offset);
    return arrived && *arrived <= nowMs && nowMs < *arrived + hold.count();
}

bool MergeInput::open()
{
    if (m_file)
        return true;
    m_file = TextFile::open(m_path);
    return m_file || errno == ENOENT;
}

qint64 MergeInput::size()
{
    TextFile::Facts facts;
    return open() && m_file && m_file->facts(facts) ? facts.size : 0;
}

qint64 MergeInput::sizeOnDisk()
{
    return std::min<qint64>(size(), logcore::bytesOnDisk(m_path));
}

TimeStyle MergeInput::learnTimes()
{
    const std::string sample = size() > 0 ? m_file->read(0, sampleSize) : std::string();
    QByteArrayView rest(sample.data(), qsizetype(sample.size()));
    m_learnedFrom = rest.size();
    m_times = LogTimeReader(rest);
    for (qsizetype end = 0; !rest.isEmpty(); rest = rest.sliced(std::min(end + 1, rest.size()))) {
        end = rest.indexOf('\n');
        end = end < 0 ? rest.size() : end;
        if (const std::optional<LogTime> time = m_times.read(rest.first(end)))
            return {kindOf(*time), time->zone};
    }
    return {};
}

std::optional<qint64> MergeInput::leastLag()
{
    std::optional<qint64> least;
    const std::string sample = size() > 0 ? m_file->read(0, sampleSize) : std::string();
    std::vector<logcore::LineSpan> lines;
    logcore::LineSplitter(0).take(sample, lines);
    for (const logcore::LineSpan &span : lines) {
        const auto time = m_times.read({sample.data() + span.begin, qsizetype(span.end - span.begin)});
        const std::optional<qint64> arrived = m_arrivals.at(span.end);
        if (!time || time->isUtc || time->zone || !arrived)
            continue;
        const qint64 lag = *arrived - utcOf(*time, 0, *arrived + zoneOfThisComputer(*arrived));
        least = std::min(least.value_or(lag), lag);
    }
    return least;
}

void MergeInput::skipTo(qint64 offset)
{
    m_splitter.begin(offset);
    m_isAmidLine = offset > 0;
    m_skipped = offset;
}

bool MergeInput::advance(qint64 zone, quint64 round, bool isComplete)
{
    if (!hasLine() || ++m_next >= m_lines.size()) {
        if (!readMore() && !(isComplete && endOpenLine()))
            return false;
        m_round = round;
        // What a log begins with may show no time yet, or one that is none of its lines'.
        if (m_learnedFrom < sampleSize && size() >= 2 * m_learnedFrom)
            learnTimes();
        m_hasLookedAhead = !m_times.readsAny();
    }
    takeKey(zone);
    return true;
}

void MergeInput::appendTo(QByteArray &text, const std::function<bool()> &flush) const
{
    for (qint64 at = line().begin; at < line().end;) {
        const qint64 length = std::min(line().end - at, appendedAtOnce);
        if (at >= m_chunkAt)
            text.append(m_chunk.data() + (at - m_chunkAt), length);
        else
            text.append(QByteArray::fromStdString(m_file->read(at, length)));
        at += length;
        if (text.size() >= appendedAtOnce && !flush())
            return;
    }
    text += '\n';
}

std::optional<QByteArray> MergeInput::newProgress()
{
    const logcore::LineSpan state = m_splitter.openLine();
    const bool isRewritten = state.begin > state.lineBegin || state.end < m_splitter.offset();
    if (hasLine() || m_isAmidLine || !isRewritten || state.end <= m_progressEnd)
        return {};
    m_progressEnd = state.end;
    return QByteArray::fromStdString(
        m_file->read(state.begin, std::min<qint64>(state.end - state.begin, longestProgress)));
}

bool MergeInput::readMore()
{
    m_lines.clear();
    m_next = 0;
    const qint64 end = size();
    while (m_lines.empty() && m_splitter.offset() < end && !m_isEnding) {
        const TextFile::Hole hole = m_file->holeFrom(m_splitter.offset(), end); // what its quota took
        if (hole.begin == m_splitter.offset()) {
            m_splitter.skip(hole.end - hole.begin);
            continue;
        }
        m_chunkAt = m_splitter.offset();
        const qint64 wanted = std::min(qint64(m_chunk.size()), hole.begin - m_chunkAt);
        const qint64 count = m_file->read(m_chunkAt, m_chunk.data(), wanted);
        if (count <= 0)
            break;
        m_splitter.take(std::string_view(m_chunk).substr(0, std::size_t(count)), m_lines);
        if (m_isAmidLine && !m_lines.empty()) {
            m_lines.erase(m_lines.begin());
            m_isAmidLine = false;
        }
    }
    return !m_lines.empty();
}

bool MergeInput::endOpenLine()
{
    if (m_splitter.offset() == m_splitter.lineBegin() || m_isAmidLine)
        return false;
    m_lines = {m_splitter.openLine()};
    m_splitter.begin(m_splitter.offset());
    return true;
}

void MergeInput::takeKey(qint64 zone)
{
    if (const std::optional<LogTime> time = timeOf(line())) {
        std::optional<qint64> nearMs = m_timeKey;
        if (!nearMs)
            nearMs = m_arrivals.at(line().end);
        const qint64 key = utcOf(*time, zone, nearMs);
        m_timeKey = std::max(m_timeKey.value_or(key), key);
    }
    if (m_timeKey) {
        m_key = *m_timeKey;
        return;
    }
    const std::optional<qint64> arrived = m_arrivals.at(line().end);
    lookAhead(zone, arrived);
    m_key = std::max(m_key, std::min(arrived.value_or(beginning), m_firstKey));
}

// Lines before the first time may have arrived much later than they were written, but were written before that time.
void MergeInput::lookAhead(qint64 zone, std::optional<qint64> nearMs)
{
    if (m_hasLookedAhead)
        return;
    m_hasLookedAhead = true;
    m_firstKey = std::numeric_limits<qint64>::max();
    for (std::size_t next = m_next + 1; next < m_lines.size(); ++next) {
        if (const std::optional<LogTime> time = timeOf(m_lines[next])) {
            m_firstKey = utcOf(*time, zone, nearMs);
            return;
        }
    }
}

std::optional<LogTime> MergeInput::timeOf(const logcore::LineSpan &line) const
{
    if (!m_times.readsAny())
        return {};
    const qint64 length = std::min<qint64>(line.end - line.begin, 400);
    if (line.begin >= m_chunkAt)
        return m_times.read({m_chunk.data() + (line.begin - m_chunkAt), qsizetype(length)});
    const std::string far = m_file->read(line.begin, length);
    return m_times.read({far.data(), qsizetype(far.size())});
}

qint64 MergeInput::utcOf(const LogTime &time, qint64 zone, std::optional<qint64> nearMs) const
{
    const qint64 shown = time.isUtc ? 0 : time.zone ? qint64(*time.zone) * 60'000 : zone;
    const qint64 ahead = shown + m_clockOffsetMs;
    const qint64 ms = qint64(time.second) * 1000 + time.microsecond / 1000;
    const TimeKind kind = kindOf(time);
    qint64 days = 0;
    if (kind == TimeKind::Clock)
        days = nearMs ? nearestDay(ms, *nearMs + ahead) : 0;
    else
        days = nearMs && kind == TimeKind::Day ? nearestYear(time.date, *nearMs + ahead) : daysOf(time.date);
    return days * dayMs + ms - ahead;
}

} // namespace engine
