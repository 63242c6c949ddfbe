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

/// Says above a log what of it is missing, and where the rest is. Once somebody closed it, it stays away until another
/// log is shown, or something else is missing than a middle that grows. GUI thread.
class LogGapNotice final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogGapNotice)

public:
    explicit LogGapNotice(QWidget *parent = nullptr);

    void begin(); ///< another log is opened, maybe of the same path
    void setLog(const engine::LogFileSnapshot &log);
    void look(); ///< the middle of a log may be taken out at any time
    void lookNowAndThen(); ///< at most every five seconds
    [[nodiscard]] QString whyNoMiddle() const; ///< why it cannot be read; empty: it can
    void requestMiddle();

signals:
    void middleRequested(const engine::LogFileSnapshot &log, const engine::LogGap &gap); ///< which has a source

private:
    engine::LogFileSnapshot m_log;
    std::optional<engine::LogGap> m_toldGap;
    bool m_toldLoss = false;
    bool m_isClosed = false; ///< by the user
    QDeadlineTimer m_rest; ///< until the next look in lookNowAndThen()
    Banner *m_banner;
};

} // namespace ui
