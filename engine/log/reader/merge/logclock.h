// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/spooltimes.h"
#include "engine/log/reader/merge/logtimes.h"

#include <optional>
#include <string>

namespace engine {

/// The parts of a log's times: time of day only; with month and day; with the year; seconds since 1970.
enum class TimeKind { None, Clock, Day, Date, Utc };
/// How a log shows times. Times of logs with equal styles can be compared by eye.
struct TimeStyle
{
    TimeKind kind = TimeKind::None;
    std::optional<int> zone{}; ///< zone in the lines, minutes ahead of UTC

    auto operator<=>(const TimeStyle &) const = default;
};

/// Offset of this computer's time zone from UTC at \a utcMs, in ms.
[[nodiscard]] qint64 zoneOfThisComputer(qint64 utcMs);

/// Reads the times of one log and converts them to UTC; learns their format from the log's beginning. One thread.
class LogClock final
{
public:
    /// Bytes at the beginning of a log from which the format is learned.
    static constexpr qint64 sampleSize = 64 * 1024;

    explicit LogClock(qint64 offsetMs) : m_offsetMs(offsetMs) { } ///< of the log's clock, ahead of this computer's

    TimeStyle learn(QByteArrayView sample);
    /// True when a log of \a size bytes has much more text than was used to learn: the first lines may have no time, or
    /// an unusual one.
    [[nodiscard]] bool canLearnMore(qint64 size) const;
    [[nodiscard]] bool readsAny() const { return m_times.readsAny(); }
    [[nodiscard]] std::optional<LogTime> read(QByteArrayView line) const { return m_times.read(line); }
    /// The least difference, in ms, between the arrival of a line of \a sample and its time read as UTC: minus the
    /// zone's offset, plus the delay of the quickest line. Nothing when no line has an arrival time and a time without
    /// a zone.
    [[nodiscard]] std::optional<qint64> leastLag(const std::string &sample,
                                                 const logcore::SpoolArrivals &arrivals) const;
    /// UTC ms by this computer's clock. A missing day or year is chosen nearest to \a nearMs. \a zone: offset from UTC
    /// in ms for a time without a zone.
    [[nodiscard]] qint64 utcOf(const LogTime &time, qint64 zone, std::optional<qint64> nearMs) const;

private:
    const qint64 m_offsetMs;
    LogTimeReader m_times;
    qint64 m_learnedFrom = 0; ///< number of bytes at the log's beginning
};

} // namespace engine
