// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/mergeinput.h"

#include "engine/log/spoolgap.h"

#include <QDateTime>
#include <QFile>

#include <algorithm>
#include <cerrno>

namespace engine {

using logcore::TextFile;

namespace {

constexpr qint64 appendedAtOnce = 256 * 1024;
constexpr qint64 sampleSize = 64 * 1024; // of a log, in which times are looked for
constexpr qint64 dayMs = 24 * 60 * 60 * 1000;

TimeKind kindOf(const std::optional<LogTime> &time)
{
    if (!time)
        return TimeKind::None;
    if (!time->date.isValid())
        return TimeKind::Clock;
    return time->hasYear() ? TimeKind::Date : TimeKind::Day;
}

/// After how long the times of a log begin anew; 0: never.
qint64 periodOf(TimeKind kind)
{
    return kind == TimeKind::Clock ? dayMs : kind == TimeKind::Day ? 366 * dayMs : 0; // days are those of a leap year
}

qint64 msOf(const LogTime &time)
{
    const qint64 day = time.date.isValid() ? time.date.toJulianDay() : 0;
    return day * dayMs + qint64(time.second) * 1000 + time.microsecond / 1000;
}

} // namespace

MergeInput::MergeInput(const LogMerge::Source &source, qint64 chunk, const std::atomic<bool> &isEnding)
    : m_path(source.path), m_clockOffsetMs(source.clockOffsetMs), m_arrivals(source.path),
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
    m_file = TextFile::open(QFile::encodeName(m_path).toStdString());
    return m_file || errno == ENOENT;
}

qint64 MergeInput::size()
{
    TextFile::Facts facts;
    return open() && m_file && m_file->facts(facts) ? facts.size : 0;
}

qint64 MergeInput::sizeOnDisk()
{
    return std::min(size(), bytesOnDisk(m_path));
}

TimeKind MergeInput::learnTimes()
{
    const std::string sample = size() > 0 ? m_file->read(0, sampleSize) : std::string();
    QByteArrayView rest(sample.data(), qsizetype(sample.size()));
    m_times = LogTimeReader(rest);
    for (qsizetype end = 0; !rest.isEmpty(); rest = rest.sliced(std::min(end + 1, rest.size()))) {
        end = rest.indexOf('\n');
        end = end < 0 ? rest.size() : end;
        if (const TimeKind kind = kindOf(m_times.read(rest.first(end))); kind != TimeKind::None)
            return kind;
    }
    return TimeKind::None;
}

void MergeInput::skipTo(qint64 offset)
{
    m_splitter.begin(offset);
    m_isAmidLine = offset > 0;
}

bool MergeInput::advance(TimeKind byTimes, bool isComplete)
{
    if ((!hasLine() || ++m_next >= m_lines.size()) && !readMore() && !(isComplete && endOpenLine()))
        return false;
    takeKey(byTimes);
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

void MergeInput::takeKey(TimeKind byTimes)
{
    if (byTimes == TimeKind::None) {
        m_key = std::max(m_key, m_arrivals.at(line().end).value_or(beginning));
        return;
    }
    const qint64 length = std::min<qint64>(line().end - line().begin, 400);
    const bool isHere = line().begin >= m_chunkAt;
    const std::string far = isHere ? std::string() : m_file->read(line().begin, length);
    const std::optional<LogTime> time =
        m_times.read(isHere ? QByteArrayView(m_chunk.data() + (line().begin - m_chunkAt), length)
                            : QByteArrayView(far.data(), qsizetype(far.size())));
    if (kindOf(time) != byTimes)
        return;
    const qint64 ms = msOf(*time) - m_clockOffsetMs;
    const qint64 period = periodOf(byTimes);
    if (period > 0 && m_key == beginning)
        m_passed = periodsBefore(ms, period);
    if (period > 0 && m_key != beginning && ms + m_passed + period / 2 < m_key) // past midnight, or New Year
        m_passed += period;
    m_key = std::max(m_key, ms + m_passed);
}

// So that a log that begins after midnight stands behind those that began before.
qint64 MergeInput::periodsBefore(qint64 ms, qint64 period) const
{
    const std::optional<qint64> arrived = m_arrivals.at(line().end);
    if (!arrived)
        return 0;
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(*arrived);
    const qint64 ours = local.date().toJulianDay() * dayMs + local.time().msecsSinceStartOfDay();
    return (ours - ms + period / 2) / period * period;
}

} // namespace engine
