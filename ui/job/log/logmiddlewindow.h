// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/job/logmiddle.h"

#include <QWidget>

#include <memory>

class QLabel;
class QProgressBar;

namespace engine {
class LogReaders;
} // namespace engine

namespace ui {

class Banner;
class LogPanel;

inline constexpr QSize logWindowSize(960, 640); ///< initial size of a window with a log

/// Shows the bytes of a gap in a window, while they are read from the machine. Deletes itself and the read bytes when
/// closed. GUI thread.
class LogMiddleWindow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogMiddleWindow)

public:
    /// \a gap of \a log has a source. \a owner: parent window.
    LogMiddleWindow(engine::EngineClient &client, std::shared_ptr<engine::LogReaders> readers, const QString &job,
                    const engine::LogFileSnapshot &log, const engine::LogGap &gap, QWidget *owner);

    /// Opens a window for each middleRequested() of \a panel; \a client must outlive both.
    static void openFor(LogPanel &panel, engine::EngineClient &client);

    [[nodiscard]] LogPanel &panel() const { return *m_panel; }
    [[nodiscard]] bool shows(const engine::LogFileSnapshot &log, const engine::LogGap &gap) const
    {
        return m_log.spoolPath == log.spoolPath && m_middle.gap() == gap;
    }

private:
    [[nodiscard]] QWidget *newHeader();
    void showProgress();
    void begin();
    void end(const engine::Result<void> &outcome, bool canGoOn);
    void showLog(bool isComplete);

    const engine::LogFileSnapshot m_log;
    models::LogMiddle m_middle;
    QLabel *m_state;
    QProgressBar *m_bar;
    Banner *m_banner;
    LogPanel *m_panel;
};

} // namespace ui
