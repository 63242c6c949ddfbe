// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/logview.h"

// The states of lines of LogView that were rewritten, and of the one that still is.

namespace ui {

void LogView::toggleStates(qint64 line)
{
    if (line == m_live.expanded())
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
    if (!m_watch.document() || m_watch.document()->line(line).updates < 2)
        return;
    setFollowing(false);
    m_live.readStates(m_watch.document(), m_seen, line);
}

void LogView::adoptStates(const LiveLine::Reading &reading)
{
    if (m_watch.document() != reading.document || m_seen.restarts != reading.seen.restarts)
        return;
    const qint64 line = engine::LogDocument::movedLine(reading.line, reading.seen, m_seen);
    const bool isThere = line != m_seen.gapLine || reading.seen.hasSameLines(m_seen);
    if (!isThere || line >= m_rows.lineCount() || reading.states.count() < m_rows.stateCount(line))
        return; // it is folded again, or was read later, too
    const LogRows::Id top = m_scroll.topRow();
    m_blocks.clearLast();
    m_rows.expand(line, reading.states);
    m_scroll.updateBars();
    showAgain(top);
}

void LogView::setLiveExpanded(bool isExpanded)
{
    const bool wasExpanded = m_live.expanded() >= 0;
    if (isExpanded == wasExpanded || (isExpanded && !m_live.line()))
        return;
    if (isExpanded) {
        m_live.expand(m_seen.lines - 1);
    } else {
        m_rows.fold(m_live.expanded());
        m_live.fold();
    }
    adoptCount();
    emit liveExpandedChanged(isExpanded);
}

void LogView::followLive()
{
    if (m_live.follow(m_watch.document(), m_seen))
        emit liveExpandedChanged(false);
}

} // namespace ui
