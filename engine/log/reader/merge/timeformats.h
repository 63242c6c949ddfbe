// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/merge/logtimes.h"

#include <QByteArrayView>

#include <array>
#include <optional>

namespace engine {

/// The formats of times in logs. The functions below work on bytes, since a merge reads a million lines a second.
/// Columns count bytes of a line without control sequences. Pure; any thread.
enum class TimeFormat {
    None,
    Iso, ///< "2026-01-02T03:04:05.678", "2026/01/02 03:04"; at any column
    Syslog, ///< "Mar  4 13:57:22"; at any column
    Glog, ///< "I0304 13:57:22.123456"; at the beginning only, as the formats below
    Clock, ///< "[13:57:22.310]"
    Epoch, ///< "1767323045.25", "1767323045678"
};
inline constexpr std::array timeFormats{TimeFormat::Iso, TimeFormat::Syslog, TimeFormat::Glog, TimeFormat::Clock,
                                        TimeFormat::Epoch};

struct FoundTime
{
    LogTime time;
    qsizetype column = 0;
    qsizetype end = 0; ///< column after the time and its zone
};

/// The first time of \a format in \a line.
[[nodiscard]] std::optional<FoundTime> findTime(TimeFormat format, QByteArrayView line);
/// The time that begins at \a column.
[[nodiscard]] std::optional<LogTime> timeAt(TimeFormat format, QByteArrayView line, qsizetype column);

/// Microseconds from the digits of a second's fraction.
[[nodiscard]] int microsecondsOf(QByteArrayView digits);

} // namespace engine
