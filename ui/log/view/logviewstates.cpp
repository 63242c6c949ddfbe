// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/workerpool.h"
#include "ui/log/view/logview.h"

#include "engine/base/whenfinished.h"

#include <QtConcurrentRun>

// The states of lines of LogView that were rewritten, and of the one that still is.

namespace ui {

namespace {

constexpr qint64 readInterval = 200; // ms between two looks at the states of the live line
constexpr qint64 readShare = 10; // and so many times as long as one takes

} // namespace

void LogView::toggleStates(qint64 line)
{
    if (line == m_expandedLive)
        return setLiveExpanded(false);
    if (m_rows.isExpanded(line)) {
        const LogRows::Id top = m_scroll.topRow();
        m_rows.fold(line);
        m_scroll.updateBars();
        return setTop({m_rows.rowOf(top), 0, 0});
    }
    if (m_rows.rewritten(line)) {
        setFollowing(false);
        return setFolding(false);
    }
    if (!m_document || m_document->line(line).updates < 2)
        return;
    setFollowing(false);
    readStates(line);
}

void LogView::readStates(qint64 line)
{
    const auto read = [document = m_document, line] {
        QElapsedTimer clock;
        clock.start();
        LineStates states = LineStates::read(*document, line, [] { return false; });
        return std::pair(std::move(states), clock.elapsed());
    };
    m_isReadingStates = true;
    engine::whenFinished(
        QtConcurrent::run(&engine::workerPool(), read), this,
        [this, line, document = m_document, seen = m_seen](const std::pair<LineStates, qint64> &result) {
            m_isReadingStates = false;
            m_statesTook = result.second;
            m_sinceStates.start();
            if (m_document != document || m_seen.restarts != seen.restarts)
                return;
            const qint64 now = engine::LogDocument::movedLine(line, seen, m_seen);
            if (now != m_seen.gapLine || seen.hasSameLines(m_seen))
                adoptStates(now, result.first);
        });
}

void LogView::adoptStates(qint64 line, const LineStates &states)
{
    if (line >= m_rows.lineCount()
        || states.count() < m_rows.stateCount(line)) // it is folded again, or was read later, too
        return;
    const LogRows::Id top = m_scroll.topRow();
    m_blocks.clearLast();
    m_rows.expand(line, states);
    m_scroll.updateBars();
    showAgain(top);
}

void LogView::setLiveExpanded(bool isExpanded)
{
    if (isExpanded == (m_expandedLive >= 0) || (isExpanded && !m_live))
        return;
    if (!isExpanded)
        m_rows.fold(m_expandedLive);
    m_expandedLive = isExpanded ? m_seen.lines - 1 : -1;
    m_sinceStates.invalidate();
    adoptCount();
    emit liveExpandedChanged(isExpanded);
}

/// Keeps the states of the live line as they are in the file; when it ends they stay.
void LogView::followLive()
{
    m_areStatesStale = false;
    if (m_expandedLive < 0)
        return;
    if (!m_live || m_seen.lines - 1 != m_expandedLive) {
        readStates(std::exchange(m_expandedLive, -1)); // the last of them
        emit liveExpandedChanged(false);
        return;
    }
    const bool isSoon = m_sinceStates.isValid() && !m_sinceStates.hasExpired(readInterval + readShare * m_statesTook);
    m_areStatesStale = m_isReadingStates || isSoon;
    if (!m_areStatesStale)
        readStates(m_expandedLive);
}

} // namespace ui
