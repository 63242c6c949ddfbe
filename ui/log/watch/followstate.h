// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"

namespace ui {

class LogRows;

/// Whether a log shows its end as it grows, or is paused, and which of its lines came since it no longer follows.
/// Value.
class FollowState final
{
public:
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    bool setFollowing(bool isFollowing, qint64 lines); ///< \a lines: that are shown; whether it is another state
    [[nodiscard]] bool isPaused() const { return m_isPaused; }
    bool setPaused(bool isPaused); ///< whether it is another state
    /// Those that came, of which \a waiting are no rows yet.
    [[nodiscard]] qint64 newLines(const LogRows &rows, qint64 waiting) const;
    /// Lines were taken out of the document since \a before: others have other numbers \a now.
    void moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now);

private:
    bool m_isFollowing = true;
    bool m_isPaused = false;
    qint64 m_seenLines = 0; ///< when it ceased to follow
};

} // namespace ui
