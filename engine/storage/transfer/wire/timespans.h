// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QList>

#include <limits>

namespace engine {

/// Seconds since 1970, from the first to the last, both included.
struct TimeSpan
{
    static constexpr qint64 goesOn = std::numeric_limits<qint64>::max(); ///< value of `last`: the span has not ended

    qint64 first = 0;
    qint64 last = 0;
    bool operator==(const TimeSpan &) const = default;
};

/// How many seconds the clock of a place's files is ahead of ours: between `least` and `most`.
struct ClockOffset
{
    qint64 least = 0;
    qint64 most = 0;
    bool operator==(const ClockOffset &) const = default;

    /// The offset of a clock that showed \a second while ours was between \a askedMs and \a answeredMs.
    [[nodiscard]] static ClockOffset seen(qint64 askedMs, qint64 second, qint64 answeredMs);
    /// The offset of a clock that cannot be asked.
    [[nodiscard]] static ClockOffset any();
};

/// The same seconds as sorted spans that do not touch.
[[nodiscard]] QList<TimeSpan> joined(QList<TimeSpan> spans);
/// The times that files get which change in \a spans of our clock, and a little more, with the offset of their clock.
[[nodiscard]] QList<TimeSpan> spansThere(const QList<TimeSpan> &spans, const ClockOffset &offset);
/// Whether one of \a spans, which are joined, contains \a second.
[[nodiscard]] bool covers(const QList<TimeSpan> &spans, qint64 second);

} // namespace engine
