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

inline constexpr QSize logWindowSize(960, 640); ///< of a window with a log, at first

/// What is not kept of a log on this computer, as it is read from the machine, in a window of its own. Deletes itself
/// when it is closed, and what it has read with it. GUI thread.
class LogMiddleWindow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogMiddleWindow)

public:
    /// \a gap is one of \a log, and has a source. \a owner: the window with which it goes.
    LogMiddleWindow(engine::EngineClient &client, std::shared_ptr<engine::LogReaders> readers, const QString &job,
                    const engine::LogFileSnapshot &log, const engine::LogGap &gap, QWidget *owner);

    /// Opens one for whatever \a panel asks for; \a client outlives it.
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
