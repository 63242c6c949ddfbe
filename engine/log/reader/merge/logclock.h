// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/spooltimes.h"
#include "engine/log/reader/merge/logtimes.h"

#include <optional>
#include <string>

namespace engine {

/// What times say: a clock, a day without a year, all of it, or seconds since 1970.
enum class TimeKind { None, Clock, Day, Date, Utc };
/// How a log shows times. Those of two logs can be compared by eye where it is the same.
struct TimeStyle
{
    TimeKind kind = TimeKind::None;
    std::optional<int> zone{}; ///< written in the lines, minutes ahead of UTC

    auto operator<=>(const TimeStyle &) const = default;
};

/// What clocks here are ahead of UTC, in ms.
[[nodiscard]] qint64 zoneOfThisComputer(qint64 utcMs);

/// The clock by which the lines of one log show times, as its beginning tells. One thread.
class LogClock final
{
public:
    static constexpr qint64 sampleSize = 64 * 1024; ///< bytes at the beginning of a log that tell of its times

    explicit LogClock(qint64 offsetMs) : m_offsetMs(offsetMs) { } ///< of the clock against this computer's

    TimeStyle learn(QByteArrayView sample);
    /// Whether a log of \a size bytes tells much more than was learned: its first bytes may show no time yet, or one
    /// that is none of its lines'.
    [[nodiscard]] bool canLearnMore(qint64 size) const;
    [[nodiscard]] bool readsAny() const { return m_times.readsAny(); }
    [[nodiscard]] std::optional<LogTime> read(QByteArrayView line) const { return m_times.read(line); }
    /// How much later than UTC its times say that the lines of \a sample were written, the least of those that are
    /// known: what the zone is ahead, with the sign turned, and the delay of the quickest line, ms. Of times that say
    /// their zone nothing is known.
    [[nodiscard]] std::optional<qint64> leastLag(const std::string &sample,
                                                 const logcore::SpoolArrivals &arrivals) const;
    /// UTC ms by this computer's clock, near \a nearMs where the time does not say its day or year. \a zone: what the
    /// clock is ahead of UTC, ms, where the time says none.
    [[nodiscard]] qint64 utcOf(const LogTime &time, qint64 zone, std::optional<qint64> nearMs) const;

private:
    const qint64 m_offsetMs;
    LogTimeReader m_times;
    qint64 m_learnedFrom = 0; ///< bytes at the beginning
};

} // namespace engine
