// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QFuture>
#include <QList>

#include <memory>

namespace engine {

/// Merges logs of one job into one file that grows with them: whole lines, each after a label with its log's name.
/// Lines are ordered by their times, converted to this computer's clock. A line without a time follows the line before
/// it; lines of a log without times are ordered by their arrival. If the logs' times differ in kind or zone, or some
/// have none, the time by which a line is ordered is written before it. While logs grow, a line waits some 20 ms, until
/// idle logs were looked at once more; lines that come later are appended later. Progress that a log shows by rewriting
/// a line is the last line while nothing else comes. Of large logs only the end is merged, and at the limit the oldest
/// lines of the file are removed; lines in the file report both. The file is unnamed; its disk space is freed by
/// destruction and by the death of the process. Any thread. The work is done in a thread of its own, for whose current
/// chunk of some hundred kilobytes destruction waits.
class LogMerge final
{
    Q_DISABLE_COPY_MOVE(LogMerge)

public:
    struct Source
    {
        QString path; ///< a growing file; may not exist yet
        QString label; ///< one word or two
        int colour = 0; ///< of the label; equal for logs of one process
        qint64 clockOffsetMs = 0; ///< of the clock of its times, ahead of this computer's

        bool operator==(const Source &) const = default;
    };

    /// In bytes.
    struct Limits
    {
        qint64 sources = 2'000'000'000; ///< of all logs together at the start; the quota of a job's logs
        qint64 merged = 4'000'000'000; ///< of the merged file, on the disk
    };

    /// Creates the file in \a folder, which is created if missing.
    LogMerge(QList<Source> sources, const QString &folder) : LogMerge(std::move(sources), folder, Limits()) { }
    LogMerge(QList<Source> sources, const QString &folder, const Limits &limits);
    ~LogMerge();

    [[nodiscard]] QString path() const; ///< opens the file while this lives; empty: see outcome()
    [[nodiscard]] const QList<Source> &sources() const { return m_sources; }
    void setComplete(); ///< the sources will not grow any more
    /// Finishes when complete sources are merged completely, or with IoError, e.g. on a full disk, as soon as it
    /// occurs.
    [[nodiscard]] QFuture<Result<void>> outcome() const;

private:
    class Work;

    const QList<Source> m_sources;
    const std::unique_ptr<Work> m_work;
};

} // namespace engine
