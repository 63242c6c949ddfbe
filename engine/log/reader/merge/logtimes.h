// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"

#include <QDate>

#include <optional>
#include <vector>

namespace engine {

/// A time as a log shows it, by the log's own clock: zones are not reckoned in, so that what is read is what is found.
/// Only who compares logs asks for them.
struct LogTime
{
    static constexpr int yearOfNone = 2000; // a leap year

    QDate date; ///< invalid: the log says none; of yearOfNone: it says no year
    int second = 0; ///< of the day
    int microsecond = 0;
    bool isUtc = false; ///< it was seconds since 1970, which no zone changes
    std::optional<int> zone{}; ///< what the line says that it is ahead of UTC, in minutes

    [[nodiscard]] bool hasYear() const { return date.isValid() && date.year() != yearOfNone; }
};

/// The time at the beginning of a line: ISO 8601, "2026-01-02 03:04:05,678", syslog, glog, "03:04:05" and seconds or
/// milliseconds since 1970 (UTC). Looks at the first 100 characters, of a line of a LogMerge those behind the label.
/// Pure.
[[nodiscard]] std::optional<LogTime> timeIn(QStringView line);
struct ShownTime
{
    LogTime time;
    qsizetype begin = 0; ///< column of the line
    qsizetype end = 0;
};
/// The same, and where it stands. Pure.
[[nodiscard]] std::optional<ShownTime> shownTimeIn(QStringView line);
/// What a person types: the same, and "03:04". Pure.
[[nodiscard]] std::optional<LogTime> typedTime(const QString &text);

enum class TimeFormat; // engine/log/reader/merge/timeformats.h

/// Reads the times of one log, which mostly shows them alike: those of the format, and in the columns, that most lines
/// of \a sample, its beginning, have. Others are of what the log tells. Any thread.
class LogTimeReader final
{
public:
    LogTimeReader() = default; ///< reads none
    explicit LogTimeReader(QByteArrayView sample);

    [[nodiscard]] bool readsAny() const { return !m_columns.empty(); }
    [[nodiscard]] std::optional<LogTime> read(QByteArrayView line) const;

private:
    TimeFormat m_format{};
    std::vector<qsizetype> m_columns;
};

/// The first line at \a time or later; where all are earlier the last one with a time; -1: no line has a time. What
/// \a time does not say (its day) is taken from the line near \a from. Lines without a time belong to the one before.
/// Of a log that shows no times: by when its lines arrived, by this computer's clock. Takes it that times only grow.
/// Reads some hundred lines: for a worker.
[[nodiscard]] qint64 lineOfTime(const LogDocument &document, const LogTime &time, qint64 from);

} // namespace engine
