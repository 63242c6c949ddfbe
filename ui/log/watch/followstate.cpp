// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/watch/followstate.h"

#include "ui/log/line/logrows.h"

#include <utility>

namespace ui {

bool FollowState::setFollowing(bool isFollowing, qint64 lines)
{
    if (m_isFollowing == isFollowing)
        return false;
    m_isFollowing = isFollowing;
    if (!isFollowing)
        m_seenLines = lines;
    return true;
}

bool FollowState::setPaused(bool isPaused)
{
    return std::exchange(m_isPaused, isPaused) != isPaused;
}

qint64 FollowState::newLines(const LogRows &rows, qint64 waiting) const
{
    const qint64 lines = rows.lineCount();
    const qint64 seen = m_isFollowing ? lines : m_seenLines;
    const qint64 hidden = rows.hiddenBelow(lines) - rows.hiddenBelow(seen);
    return lines - seen - hidden + (m_isPaused ? waiting : 0);
}

void FollowState::moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now)
{
    m_seenLines = engine::LogDocument::movedLine(m_seenLines, before, now);
}

} // namespace ui
