// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

#include <optional>

namespace engine {

/// Bytes that the quota removed from the middle of a log's copy. In the copy one line with a notice takes their place.
struct LogGap
{
    qint64 begin = 0; ///< in the copy
    qint64 end = 0;
    QString source; ///< the machine's file with these bytes; empty when it was rotated and its name is unknown
    qint64 sourceBegin = 0; ///< offset in \a source

    [[nodiscard]] qint64 bytes() const { return end - begin; }
    bool operator==(const LogGap &) const = default;
};

/// Gap of the log copied to \a spoolPath; most have none. Reads a small file; any thread.
[[nodiscard]] std::optional<LogGap> logGap(const QString &spoolPath);

/// Whether bytes of the log copied to \a spoolPath may be lost: its file was truncated or replaced before it was copied
/// completely. Reads a small file; any thread.
[[nodiscard]] bool mayMissBytes(const QString &spoolPath);

} // namespace engine
