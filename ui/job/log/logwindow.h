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

/// The logs of a job in a window that stays open when the job's page is left. Deletes itself when closed. GUI thread.
class LogWindow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogWindow)

public:
    /// \a owner: parent window.
    LogWindow(engine::EngineClient &client, std::shared_ptr<engine::LogReaders> readers, const engine::ResourceId &job,
              QWidget *owner);

    void useSettings(QSettings &settings); ///< must outlive this
    /// Shows the same log as \a panel, once the job's files are known.
    void showLike(const LogPanel &panel);
    [[nodiscard]] LogPanel &panel() const { return *m_panel; }

private:
    void showLogs();

    JobLogs m_logs;
    engine::LogFileSnapshot m_opened; ///< the file of showLike(); empty path: merged log
    bool m_isShown = false; ///< m_opened was shown
    Banner *m_banner;
    LogPanel *m_panel;
};

} // namespace ui
