// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QList>

#include <limits>

namespace engine {

/// Seconds since 1970, the last one with them.
struct TimeSpan
{
    static constexpr qint64 goesOn = std::numeric_limits<qint64>::max(); ///< as the last one

    qint64 first = 0;
    qint64 last = 0;
    bool operator==(const TimeSpan &) const = default;
};

/// How many seconds the clock that stamps the files of a place is ahead of ours: no less than one, no more than the
/// other.
struct ClockOffset
{
    qint64 least = 0;
    qint64 most = 0;
    bool operator==(const ClockOffset &) const = default;

    /// Of a clock that said \a second when ours was between these.
    [[nodiscard]] static ClockOffset seen(qint64 askedMs, qint64 second, qint64 answeredMs);
    /// Of a clock that cannot be asked.
    [[nodiscard]] static ClockOffset any();
};

/// The same spans, sorted, none of which touches another.
[[nodiscard]] QList<TimeSpan> joined(QList<TimeSpan> spans);
/// What files show that changed in \a spans of our clock, and a little more, where their clock is as far from ours.
[[nodiscard]] QList<TimeSpan> spansThere(const QList<TimeSpan> &spans, const ClockOffset &offset);
/// Whether one of \a spans, which are joined, has it.
[[nodiscard]] bool covers(const QList<TimeSpan> &spans, qint64 second);

} // namespace engine
