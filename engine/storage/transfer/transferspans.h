// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QJsonObject>
#include <QList>
#include <QMap>

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

/// When runs of transfers brought something to a place, by our clock, for each place. They outlast the transfers. Where
/// they are too many, those become one that are closest: nothing is forgotten of the place then. One thread.
class TransferSpans final
{
public:
    static constexpr qsizetype mostSpans = 100; ///< of a place
    static constexpr qsizetype mostPlaces = 200; ///< beyond which the one to which nothing was brought for longest goes

    void begin(const QString &place, qint64 second); ///< a run
    void end(const QString &place, qint64 second); ///< the last of those that are under way
    void endAll(qint64 second); ///< those that a killed engine left
    [[nodiscard]] QList<TimeSpan> of(const QString &place) const { return m_spans.value(place); } ///< joined

    [[nodiscard]] QJsonObject toJson() const; ///< {place: [[first, last], …]}; without the last one: it goes on
    [[nodiscard]] static TransferSpans fromJson(const QJsonObject &json);

private:
    QMap<QString, QList<TimeSpan>> m_spans;
};

} // namespace engine
