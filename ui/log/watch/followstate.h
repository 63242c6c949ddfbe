// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"

#include <QObject>

namespace ui {

class LogRows;

/// Whether a log shows its end as it grows, or is paused, and which of its lines came since it no longer follows. GUI
/// thread.
class FollowState final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FollowState)

public:
    explicit FollowState(const LogRows &rows); ///< must outlive it

    void begin() { m_isFollowing = true; } ///< with another document: no signal comes
    void setFollowing(bool isFollowing); ///< ends a pause, too
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    void setPaused(bool isPaused); ///< what comes is counted, and shown when it ends
    [[nodiscard]] bool isPaused() const { return m_isPaused; }
    /// Those that came; while it is paused with the \a waiting ones, which are no rows yet.
    [[nodiscard]] qint64 newLines(qint64 waiting) const;
    /// Lines were taken out of the document since \a before: others have other numbers \a now.
    void moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now);

signals:
    void followingSet(); ///< perhaps to what it was
    void followingChanged(bool isFollowing);
    void pausedChanged(bool isPaused);

private:
    const LogRows &m_rows;
    bool m_isFollowing = true;
    bool m_isPaused = false;
    qint64 m_seenLines = 0; ///< when it ceased to follow
};

} // namespace ui
