// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"

#include <QObject>

namespace ui {

class LogRows;

/// Whether a log follows its end or is paused, and the number of lines since following ended. GUI thread.
class FollowState final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FollowState)

public:
    explicit FollowState(const LogRows &rows); ///< must outlive this

    void begin() { m_isFollowing = true; } ///< for another document; emits nothing
    void setFollowing(bool isFollowing); ///< also ends a pause
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    void setPaused(bool isPaused); ///< new lines are counted, and shown when the pause ends
    [[nodiscard]] bool isPaused() const { return m_isPaused; }
    /// Lines with a row since following ended; while paused, plus \a waiting ones, which have no rows yet.
    [[nodiscard]] qint64 newLines(qint64 waiting) const;
    /// Renumbers lines after some were removed from the document between the states \a before and \a now.
    void moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now);

signals:
    void followingSet(); ///< perhaps unchanged
    void followingChanged(bool isFollowing);
    void pausedChanged(bool isPaused);

private:
    const LogRows &m_rows;
    bool m_isFollowing = true;
    bool m_isPaused = false;
    qint64 m_seenLines = 0; ///< line count when following ended
};

} // namespace ui
