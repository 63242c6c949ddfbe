// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/merge/linereader.h"
#include "engine/log/reader/merge/logclock.h"
#include "engine/log/reader/merge/logmerge.h"

#include <chrono>
#include <limits>
#include <utility>

namespace engine {

/// One log that is merged with others, line by line, each with the key by which it is ordered. One thread.
class MergeInput final
{
    Q_DISABLE_COPY_MOVE(MergeInput)

public:
    static constexpr qint64 beginning = std::numeric_limits<qint64>::min(); ///< the key of what has no time

    /// Reads \a chunk bytes at once, and nothing more once \a isEnding.
    MergeInput(const LogMerge::Source &source, qint64 chunk, const std::atomic<bool> &isEnding);

    /// By which the line is ordered, UTC ms of this computer's clock: its own time, else the last one in its log.
    /// Before there is one: when it arrived, which is no later than the first one.
    [[nodiscard]] qint64 key() const { return m_key; }
    [[nodiscard]] quint64 round() const { return m_round; } ///< in which the line was read
    /// Whether the line came less than \a hold before \a nowMs. A clock that was set back holds up nothing.
    [[nodiscard]] bool isYoung(qint64 nowMs, std::chrono::milliseconds hold) const;
    [[nodiscard]] bool hasJustBegun(qint64 nowMs, std::chrono::milliseconds hold);

    /// The lines of the log. Only advance() and skipTo() go to others.
    [[nodiscard]] LineReader &lines() { return m_lines; }

    TimeStyle learnTimes(); ///< what times the log shows, from its beginning
    [[nodiscard]] std::optional<qint64> leastLag(); ///< of the beginning, as LogClock says
    void skipTo(qint64 offset); ///< before the first line: to the one that begins behind \a offset
    [[nodiscard]] qint64 takeSkipped() { return std::exchange(m_skipped, 0); } ///< bytes, told once
    /// Goes to the next line; false: there is none that has ended, and of a file that \a isComplete none at all.
    /// \a zone: what the clocks by which the logs show dates and hours are ahead of UTC, in ms, where a line says none.
    bool advance(qint64 zone, quint64 round, bool isComplete);

private:
    [[nodiscard]] bool isYoungAt(qint64 offset, qint64 nowMs, std::chrono::milliseconds hold) const;
    void takeKey(qint64 zone);
    [[nodiscard]] std::optional<LogTime> timeOf(const logcore::LineSpan &line) const;
    void lookAhead(qint64 zone, std::optional<qint64> nearMs);

    const logcore::SpoolArrivals m_arrivals;
    LineReader m_lines;
    LogClock m_clock;
    qint64 m_key = beginning;
    std::optional<qint64> m_timeKey; ///< the latest time that a line showed
    qint64 m_firstKey = std::numeric_limits<qint64>::max(); ///< of the first time in the chunk, before there was any
    bool m_hasLookedAhead = false;
    quint64 m_round = 0;
    qint64 m_skipped = 0; ///< bytes before the first line
};

} // namespace engine
