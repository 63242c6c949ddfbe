// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/log/reader/loggap.h"

#include <QDeadlineTimer>
#include <QWidget>

#include <optional>

namespace ui {

class Banner;

/// A banner above a log about its gap or lost bytes, and where they can be read. Once closed, it returns with another
/// log or a new loss, not with a growing gap. GUI thread.
class LogGapNotice final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogGapNotice)

public:
    explicit LogGapNotice(QWidget *parent = nullptr);

    void begin(); ///< another log is opened, perhaps with the same path
    void setLog(const engine::LogFileSnapshot &log);
    void look(); ///< checks for a gap, which the quota may make at any time
    void lookNowAndThen(); ///< look(), at most every five seconds
    [[nodiscard]] QString whyNoMiddle() const; ///< why the bytes of the gap cannot be read; empty: they can
    void requestMiddle();

signals:
    void middleRequested(const engine::LogFileSnapshot &log, const engine::LogGap &gap); ///< \a gap has a source

private:
    engine::LogFileSnapshot m_log;
    std::optional<engine::LogGap> m_toldGap;
    bool m_toldLoss = false;
    bool m_isClosed = false; ///< by the user
    QDeadlineTimer m_rest; ///< until lookNowAndThen() calls look() again
    Banner *m_banner;
};

} // namespace ui
