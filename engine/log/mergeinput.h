// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/logmerge.h"
#include "engine/api/logtimes.h"
#include "engine/log/core/linesplitter.h"
#include "engine/log/core/textfile.h"
#include "engine/log/spooltimes.h"

#include <QByteArray>

#include <atomic>
#include <chrono>
#include <functional>
#include <limits>

namespace engine {

/// What times say; those of two logs can be compared when they say the same.
enum class TimeKind { None, Clock, Day, Date };

/// One log that is merged with others, line by line. One thread.
class MergeInput final
{
    Q_DISABLE_COPY_MOVE(MergeInput)

public:
    static constexpr qint64 beginning = std::numeric_limits<qint64>::min(); ///< the key of what has no time

    /// Reads \a chunk bytes at once, and nothing more once \a isEnding.
    MergeInput(const LogMerge::Source &source, qint64 chunk, const std::atomic<bool> &isEnding);

    [[nodiscard]] bool hasLine() const { return m_next < m_lines.size(); }
    [[nodiscard]] qint64 key() const { return m_key; } ///< by which the line is ordered; never falls
    /// Whether the line came less than \a hold before \a nowMs. A clock that was set back holds up nothing.
    [[nodiscard]] bool isYoung(qint64 nowMs, std::chrono::milliseconds hold) const;
    [[nodiscard]] bool hasJustBegun(qint64 nowMs, std::chrono::milliseconds hold);

    [[nodiscard]] bool open(); ///< false: it is there, and cannot be read; errno says why
    [[nodiscard]] qint64 size();
    [[nodiscard]] qint64 sizeOnDisk();

    [[nodiscard]] TimeKind learnTimes(); ///< what times the log shows, from its beginning
    void skipTo(qint64 offset); ///< before the first line: to the one that begins behind \a offset
    /// Goes to the next line; false: there is none that has ended, and of a file that \a isComplete none at all.
    /// \a byTimes: None is by arrival.
    bool advance(TimeKind byTimes, bool isComplete);
    /// \a flush makes room in \a text, which it is asked for every 256 KiB, or says that it was enough.
    void appendTo(QByteArray &text, const std::function<bool()> &flush) const;

private:
    [[nodiscard]] const logcore::LineSpan &line() const { return m_lines[m_next]; }
    [[nodiscard]] bool isYoungAt(qint64 offset, qint64 nowMs, std::chrono::milliseconds hold) const;
    bool readMore();
    bool endOpenLine();
    void takeKey(TimeKind byTimes);
    [[nodiscard]] qint64 periodsBefore(qint64 ms, qint64 period) const;

    const QString m_path;
    const qint64 m_clockOffsetMs;
    const SpoolArrivals m_arrivals;
    std::shared_ptr<const logcore::TextFile> m_file; ///< null: there is none yet
    logcore::LineSplitter m_splitter{0};
    bool m_isAmidLine = false; ///< the first one is not whole
    std::string m_chunk;
    qint64 m_chunkAt = 0;
    std::vector<logcore::LineSpan> m_lines; ///< that ended in the chunk
    std::size_t m_next = 0;
    LogTimeReader m_times;
    qint64 m_key = beginning;
    qint64 m_passed = 0; ///< ms of days or years that the log's times do not say
    const std::atomic<bool> &m_isEnding;
};

} // namespace engine
