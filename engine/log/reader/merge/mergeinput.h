// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/spooltimes.h"
#include "engine/log/core/file/textfile.h"
#include "engine/log/core/line/linesplitter.h"
#include "engine/log/reader/merge/logmerge.h"
#include "engine/log/reader/merge/logtimes.h"

#include <QByteArray>

#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <optional>

namespace engine {

/// What times say: a clock, a day without a year, all of it, or seconds since 1970.
enum class TimeKind { None, Clock, Day, Date, Utc };
/// How a log shows times. Those of two logs can be compared by eye where it is the same.
struct TimeStyle
{
    TimeKind kind = TimeKind::None;
    std::optional<int> zone{}; ///< that stands in its lines, minutes ahead of UTC

    auto operator<=>(const TimeStyle &) const = default;
};

/// What clocks here are ahead of UTC, in ms.
[[nodiscard]] qint64 zoneOfThisComputer(qint64 utcMs);

/// One log that is merged with others, line by line. One thread.
class MergeInput final
{
    Q_DISABLE_COPY_MOVE(MergeInput)

public:
    static constexpr qint64 beginning = std::numeric_limits<qint64>::min(); ///< the key of what has no time

    /// Reads \a chunk bytes at once, and nothing more once \a isEnding.
    MergeInput(const LogMerge::Source &source, qint64 chunk, const std::atomic<bool> &isEnding);

    [[nodiscard]] bool hasLine() const { return m_next < m_lines.size(); }
    /// By which the line is ordered, UTC ms of this computer's clock: its own time, else the last one in its log.
    /// Before there is one: when it arrived, which is no later than the first one.
    [[nodiscard]] qint64 key() const { return m_key; }
    [[nodiscard]] quint64 round() const { return m_round; } ///< in which the line was read
    /// Whether the line came less than \a hold before \a nowMs. A clock that was set back holds up nothing.
    [[nodiscard]] bool isYoung(qint64 nowMs, std::chrono::milliseconds hold) const;
    [[nodiscard]] bool hasJustBegun(qint64 nowMs, std::chrono::milliseconds hold);

    [[nodiscard]] bool open(); ///< false: it is there, and cannot be read; errno says why
    [[nodiscard]] qint64 size();
    [[nodiscard]] qint64 sizeOnDisk();

    TimeStyle learnTimes(); ///< what times the log shows, from its beginning
    /// How much later than UTC its times say that lines were written, the least of those that are known: what the zone
    /// is ahead, with the sign turned, and the delay of the quickest line. Of times that say their zone nothing is
    /// known.
    [[nodiscard]] std::optional<qint64> leastLag();
    void skipTo(qint64 offset); ///< before the first line: to the one that begins behind \a offset
    [[nodiscard]] qint64 skipped() const { return m_skipped; } ///< bytes before the first line
    /// Goes to the next line; false: there is none that has ended, and of a file that \a isComplete none at all.
    /// \a zone: what the clocks by which the logs show dates and hours are ahead of UTC, in ms, where a line says none.
    bool advance(qint64 zone, quint64 round, bool isComplete);
    /// \a flush makes room in \a text, which it is asked for every 256 KiB, or says that it was enough.
    void appendTo(QByteArray &text, const std::function<bool()> &flush) const;
    /// The line that has not ended, where it is rewritten as progress is, once a state of it; without a line that has.
    [[nodiscard]] std::optional<QByteArray> newProgress();

private:
    [[nodiscard]] const logcore::LineSpan &line() const { return m_lines[m_next]; }
    [[nodiscard]] bool isYoungAt(qint64 offset, qint64 nowMs, std::chrono::milliseconds hold) const;
    bool readMore();
    bool endOpenLine();
    void takeKey(qint64 zone);
    [[nodiscard]] std::optional<LogTime> timeOf(const logcore::LineSpan &line) const;
    void lookAhead(qint64 zone, std::optional<qint64> nearMs);
    /// UTC by this computer's clock, near \a nearMs where the time does not say its day or year.
    [[nodiscard]] qint64 utcOf(const LogTime &time, qint64 zone, std::optional<qint64> nearMs) const;

    const std::string m_path;
    const qint64 m_clockOffsetMs;
    const logcore::SpoolArrivals m_arrivals;
    std::shared_ptr<const logcore::TextFile> m_file; ///< null: there is none yet
    logcore::LineSplitter m_splitter{0};
    bool m_isAmidLine = false; ///< the first one is not whole
    qint64 m_progressEnd = 0; ///< of the state that newProgress() told last
    std::string m_chunk;
    qint64 m_chunkAt = 0;
    std::vector<logcore::LineSpan> m_lines; ///< that ended in the chunk
    std::size_t m_next = 0;
    LogTimeReader m_times;
    qint64 m_learnedFrom = 0; ///< bytes at the beginning
    qint64 m_key = beginning;
    std::optional<qint64> m_timeKey; ///< the latest time that a line showed
    qint64 m_firstKey = std::numeric_limits<qint64>::max(); ///< of the first time in the chunk, before there was any
    bool m_hasLookedAhead = false;
    quint64 m_round = 0;
    qint64 m_skipped = 0;
    const std::atomic<bool> &m_isEnding;
};

} // namespace engine
