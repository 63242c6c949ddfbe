// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

#include <optional>

namespace engine {

/// What was taken out of the middle of a log's copy, so that the copies of all logs do not fill this computer. In the
/// copy one line stands in its place, which says so.
struct LogGap
{
    qint64 begin = 0; ///< of the copy's bytes
    qint64 end = 0;
    QString source; ///< the machine's file that had them; empty: it was rotated since, or nobody knows it
    qint64 sourceBegin = 0; ///< where they begin in it

    [[nodiscard]] qint64 bytes() const { return end - begin; }
    bool operator==(const LogGap &) const = default;
};

/// Of the log that is copied to \a spoolPath; nothing is missing of most. Reads a small file; any thread.
[[nodiscard]] std::optional<LogGap> logGap(const QString &spoolPath);

/// Whether some of the log that is copied to \a spoolPath may be lost: its file was cut or replaced before all of it
/// was copied. Reads a small file; any thread.
[[nodiscard]] bool mayMissBytes(const QString &spoolPath);

} // namespace engine
