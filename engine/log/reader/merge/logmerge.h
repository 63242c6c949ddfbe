// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QFuture>
#include <QList>

#include <memory>

namespace engine {

/// Several logs of one job as one file that grows with them: whole lines, each with the name of its log before it. By
/// the times that the lines begin with, on the clock of this computer; lines without one stand behind the line before,
/// and those of a log that shows none where they arrived here. Where logs show different kinds of times, in different
/// zones, or none, the time by which a line is ordered stands before it. Of logs that still grow a line waits until
/// those that say nothing were looked at once more, some 20 ms; lines that come later stand later.
/// The progress that one of them shows by rewriting a line is the last line, as long as nothing else comes.
/// Of large logs it has the end, and at its limit it gives up what is oldest in it; both is said in lines of its own.
/// The file has no name and takes room on the disk until this is destroyed, also by kill -9. Any thread; the work is
/// done in one of its own, for which destruction waits until it has handled a piece of some hundred kilobytes.
class LogMerge final
{
    Q_DISABLE_COPY_MOVE(LogMerge)

public:
    struct Source
    {
        QString path; ///< a file that only grows; it may not exist yet
        QString label; ///< one word or two
        int colour = 0; ///< of the label; the same for logs of the same process
        qint64 clockOffsetMs = 0; ///< of the times in its lines against this computer's

        bool operator==(const Source &) const = default;
    };

    /// Bytes.
    struct Limits
    {
        qint64 sources = 2'000'000'000; ///< at the beginning of all of them together: what a job's logs may take
        qint64 merged = 4'000'000'000; ///< on the disk
    };

    /// The file lies in \a folder, which is made.
    LogMerge(QList<Source> sources, const QString &folder) : LogMerge(std::move(sources), folder, Limits()) { }
    LogMerge(QList<Source> sources, const QString &folder, const Limits &limits);
    ~LogMerge();

    [[nodiscard]] QString path() const; ///< opens the file, as long as this lives; empty: outcome() says why
    [[nodiscard]] const QList<Source> &sources() const { return m_sources; }
    void setComplete(); ///< the sources do not grow any more
    /// Of sources that are complete: all is in the file. Errors: IoError, where there is no room, as soon as it is
    /// known.
    [[nodiscard]] QFuture<Result<void>> outcome() const;

private:
    class Work;

    const QList<Source> m_sources;
    const std::unique_ptr<Work> m_work;
};

} // namespace engine
