// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/watch/followstate.h"

#include "ui/log/line/logrows.h"

#include <utility>

namespace ui {

FollowState::FollowState(const LogRows &rows) : m_rows(rows) { }

void FollowState::setFollowing(bool isFollowing)
{
    const bool isChanged = std::exchange(m_isFollowing, isFollowing) != isFollowing;
    if (isFollowing)
        setPaused(false);
    else if (isChanged)
        m_seenLines = m_rows.lineCount();
    emit followingSet();
    if (isChanged)
        emit followingChanged(isFollowing);
}

void FollowState::setPaused(bool isPaused)
{
    if (std::exchange(m_isPaused, isPaused) != isPaused)
        emit pausedChanged(isPaused);
}

qint64 FollowState::newLines(qint64 waiting) const
{
    const qint64 lines = m_rows.lineCount();
    const qint64 seen = m_isFollowing ? lines : m_seenLines;
    const qint64 hidden = m_rows.hiddenBelow(lines) - m_rows.hiddenBelow(seen);
    return lines - seen - hidden + (m_isPaused ? waiting : 0);
}

void FollowState::moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now)
{
    m_seenLines = engine::LogDocument::movedLine(m_seenLines, before, now);
}

} // namespace ui
