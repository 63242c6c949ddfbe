// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

#include <chrono>
#include <mutex>
#include <optional>

namespace engine {

/// Writes down when the bytes of a spool file arrived, in .times/NAME beside it: pairs of an offset in the file and the
/// time, UTC ms by this computer's clock, at which the bytes from there on were here; both never fall. At most
/// twenty of them for a second. What cannot be written is missing there, and the log is as good as before. Thread: any
/// one.
class SpoolTimes final
{
    Q_DISABLE_COPY_MOVE(SpoolTimes)

public:
    explicit SpoolTimes(QString spoolPath) : m_spoolPath(std::move(spoolPath)) { }

    void note(qint64 offset, qint64 nowMs); ///< the bytes from \a offset on are about to be written

private:
    void begin(qint64 offset);

    const QString m_spoolPath;
    std::optional<qint64> m_lastMs; ///< nothing: before the first
};

/// Reads what SpoolTimes wrote of a file, also while it is written. Any thread.
class SpoolArrivals final
{
    Q_DISABLE_COPY_MOVE(SpoolArrivals)

public:
    explicit SpoolArrivals(QString spoolPath) : m_spoolPath(std::move(spoolPath)) { }
    ~SpoolArrivals();

    /// When the byte at \a offset was here, UTC ms, 50 ms too early at most; nothing where nobody wrote it down. Cheap
    /// for offsets that follow each other.
    [[nodiscard]] std::optional<qint64> at(qint64 offset) const;

private:
    /// What was found last: bytes from begin up to end; while there are as many marks, it is the last of them.
    struct Known
    {
        qint64 begin = 0;
        qint64 end = 0;
        qint64 ms = 0;
        qint64 lastOf = -1;
    };

    const QString m_spoolPath;
    mutable std::mutex m_mutex; ///< of what follows
    mutable int m_descriptor = -1;
    mutable std::chrono::steady_clock::time_point m_nextTry; ///< to open it
    mutable Known m_known;
};

} // namespace engine
