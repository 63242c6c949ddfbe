// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"

#include <QDate>

#include <optional>
#include <vector>

namespace engine {

/// A time as a log shows it, by the log's own clock, with the zone kept apart: a search for a shown time compares
/// without it. Only comparing logs needs the zone.
struct LogTime
{
    static constexpr int yearOfNone = 2000; // a leap year

    QDate date; ///< invalid: no date shown; in yearOfNone: no year shown
    int second = 0; ///< of the day
    int microsecond = 0;
    bool isUtc = false; ///< shown as seconds since 1970, independent of zones
    std::optional<int> zone{}; ///< zone in the line, minutes ahead of UTC

    [[nodiscard]] bool hasYear() const { return date.isValid() && date.year() != yearOfNone; }
};

/// The time at the beginning of a line: ISO 8601, "2026-01-02 03:04:05,678", syslog, glog, "03:04:05" and seconds or
/// milliseconds since 1970 (UTC). Searches the first 100 characters; in a line of a LogMerge, those before and after
/// the label. Pure.
[[nodiscard]] std::optional<LogTime> timeIn(QStringView line);
struct ShownTime
{
    LogTime time;
    qsizetype begin = 0; ///< column in the line
    qsizetype end = 0;
};
/// As timeIn(), with the columns. Pure.
[[nodiscard]] std::optional<ShownTime> shownTimeIn(QStringView line);
/// A time that a user typed: the same formats, and "03:04". Pure.
[[nodiscard]] std::optional<LogTime> typedTime(const QString &text);

enum class TimeFormat; // engine/log/reader/merge/timeformats.h

/// Reads the times of one log: those in the format and columns of most lines in \a sample, the log's beginning. Other
/// times belong to the text of a line. Any thread.
class LogTimeReader final
{
public:
    LogTimeReader() = default; ///< reads no times
    explicit LogTimeReader(QByteArrayView sample);

    [[nodiscard]] bool readsAny() const { return !m_columns.empty(); }
    [[nodiscard]] std::optional<LogTime> read(QByteArrayView line) const;

private:
    TimeFormat m_format{};
    std::vector<qsizetype> m_columns;
};

/// The first line at \a time or later; if all are earlier, the last one with a time; -1 when no line has a time. A
/// missing day of \a time is taken from a line near \a from. Lines without a time belong to the line before. In a log
/// without times, uses the arrival of lines, by this computer's clock. Assumes that times never decrease. Reads some
/// hundred lines, so call it in a worker.
[[nodiscard]] qint64 lineOfTime(const LogDocument &document, const LogTime &time, qint64 from);

} // namespace engine
