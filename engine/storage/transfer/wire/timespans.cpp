// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/timespans.h"

#include <algorithm>

namespace engine {

namespace {

qint64 floorToSeconds(qint64 ms)
{
    constexpr qint64 second = 1000;
    return ms / second - (ms % second < 0);
}

} // namespace

ClockOffset ClockOffset::seen(qint64 askedMs, qint64 second, qint64 answeredMs)
{
    return {floorToSeconds(second * 1000 - answeredMs), floorToSeconds((second + 1) * 1000 - askedMs) + 1};
}

ClockOffset ClockOffset::any()
{
    constexpr qint64 longerThanAnyTime = qint64(1) << 48;
    return {-longerThanAnyTime, longerThanAnyTime};
}

QList<TimeSpan> joined(QList<TimeSpan> spans)
{
    std::sort(spans.begin(), spans.end(),
              [](const TimeSpan &one, const TimeSpan &other) { return one.first < other.first; });
    QList<TimeSpan> apart;
    for (const TimeSpan &span : std::as_const(spans)) {
        if (!apart.isEmpty() && span.first - 1 <= apart.constLast().last)
            apart.last().last = std::max(apart.constLast().last, span.last);
        else
            apart.append(span);
    }
    return apart;
}

// A file's time may lag some milliseconds behind the clock's second, and FAT stores even seconds only.
QList<TimeSpan> spansThere(const QList<TimeSpan> &spans, const ClockOffset &offset)
{
    QList<TimeSpan> there;
    for (const TimeSpan &span : spans)
        there.append(
            {span.first + offset.least - 2, span.last == TimeSpan::goesOn ? span.last : span.last + offset.most + 1});
    return joined(there);
}

bool covers(const QList<TimeSpan> &spans, qint64 second)
{
    const auto after = std::upper_bound(spans.cbegin(), spans.cend(), second,
                                        [](qint64 wanted, const TimeSpan &span) { return wanted < span.first; });
    return after != spans.cbegin() && second <= std::prev(after)->last;
}

} // namespace engine
