// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/merge/logclock.h"

#include "engine/log/core/line/linesplitter.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace engine {

namespace {

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
    return there.isValid() ? there : QDate(year, 3, 1); // for the 29th of February
}

// The day for a time of day, chosen so that the result is nearest to \a nearMs.
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

TimeStyle LogClock::learn(QByteArrayView sample)
{
    m_learnedFrom = sample.size();
    m_times = LogTimeReader(sample);
    for (qsizetype end = 0; !sample.isEmpty(); sample = sample.sliced(std::min(end + 1, sample.size()))) {
        end = sample.indexOf('\n');
        end = end < 0 ? sample.size() : end;
        if (const std::optional<LogTime> time = m_times.read(sample.first(end)))
            return {kindOf(*time), time->zone};
    }
    return {};
}

bool LogClock::canLearnMore(qint64 size) const
{
    return m_learnedFrom < sampleSize && size >= 2 * m_learnedFrom;
}

std::optional<qint64> LogClock::leastLag(const std::string &sample, const logcore::SpoolArrivals &arrivals) const
{
    std::optional<qint64> least;
    std::vector<logcore::LineSpan> lines;
    logcore::LineSplitter(0).feed(sample, lines);
    for (const logcore::LineSpan &span : lines) {
        const auto time = m_times.read({sample.data() + span.begin, qsizetype(span.end - span.begin)});
        const std::optional<qint64> arrived = arrivals.at(span.end);
        if (!time || time->isUtc || time->zone || !arrived)
            continue;
        const qint64 lag = *arrived - utcOf(*time, 0, *arrived + zoneOfThisComputer(*arrived));
        least = std::min(least.value_or(lag), lag);
    }
    return least;
}

qint64 LogClock::utcOf(const LogTime &time, qint64 zone, std::optional<qint64> nearMs) const
{
    const qint64 shown = time.isUtc ? 0 : time.zone ? qint64(*time.zone) * 60'000 : zone;
    const qint64 ahead = shown + m_offsetMs;
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
