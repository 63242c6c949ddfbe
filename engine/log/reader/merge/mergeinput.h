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

/// One log of a merge: reads its lines and determines the key by which each is ordered. One thread.
class MergeInput final
{
    Q_DISABLE_COPY_MOVE(MergeInput)

public:
    static constexpr qint64 beginning = std::numeric_limits<qint64>::min(); ///< key of a line without any time

    /// \a chunk: bytes of one read. Reads nothing more when \a isEnding is true.
    MergeInput(const LogMerge::Source &source, qint64 chunk, const std::atomic<bool> &isEnding);

    /// The key of the current line, UTC ms by this computer's clock: the latest time shown so far in the log. Before
    /// the first time it is the line's arrival, but not later than that time.
    [[nodiscard]] qint64 key() const { return m_key; }
    [[nodiscard]] quint64 round() const { return m_round; } ///< the round in which the line was read
    /// True when the line arrived less than \a hold before \a nowMs. False when it arrived after \a nowMs, as the clock
    /// was set back.
    [[nodiscard]] bool isYoung(qint64 nowMs, std::chrono::milliseconds hold) const;
    [[nodiscard]] bool hasJustBegun(qint64 nowMs, std::chrono::milliseconds hold);

    /// The reader, at the current line. Use advance() and skipTo() to move it.
    [[nodiscard]] LineReader &lines() { return m_lines; }

    TimeStyle learnTimes(); ///< learns the style of the log's times from its beginning
    [[nodiscard]] std::optional<qint64> leastLag(); ///< LogClock::leastLag() of the log's beginning
    void skipTo(qint64 offset); ///< call before advance(): starts with the first line that begins after \a offset
    [[nodiscard]] qint64 takeSkipped() { return std::exchange(m_skipped, 0); } ///< skipped bytes; returned once
    /// Moves to the next line; false when there is no complete one or, if \a isComplete, none at all. \a zone: offset
    /// from UTC, in ms, for times without a zone.
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
    std::optional<qint64> m_timeKey; ///< the latest time so far
    /// Key of the first time in the chunk, until a line has one.
    qint64 m_firstKey = std::numeric_limits<qint64>::max();
    bool m_hasLookedAhead = false;
    quint64 m_round = 0;
    qint64 m_skipped = 0; ///< bytes before the first line
};

} // namespace engine
