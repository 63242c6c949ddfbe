// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/job/log/joblogs.h"

#include <QWidget>

#include <memory>

class QSettings;

namespace engine {
class LogReaders;
} // namespace engine

namespace ui {

class Banner;
class LogPanel;

/// The logs of a job in a window of their own, which stays when its page is left. Deletes itself when it is closed.
/// GUI thread.
class LogWindow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogWindow)

public:
    /// \a owner: the window with which it goes.
    LogWindow(engine::EngineClient &client, std::shared_ptr<engine::LogReaders> readers, const engine::ResourceId &job,
              QWidget *owner);

    void useSettings(QSettings &settings); ///< must outlive it
    /// Shows the like of what \a panel does, once the job is known.
    void showLike(const LogPanel &panel);
    [[nodiscard]] LogPanel &panel() const { return *m_panel; }

private:
    void showLogs();

    JobLogs m_logs;
    engine::LogFileSnapshot m_opened; ///< without a path: merged
    bool m_isShown = false; ///< it was, once
    Banner *m_banner;
    LogPanel *m_panel;
};

} // namespace ui
