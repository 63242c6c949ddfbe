// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QWidget>

#include <memory>

class QSettings;
class QSplitter;

namespace engine {
class LogReaders;
} // namespace engine

namespace ui {

class LogPanel;
class LogSide;
class LogTiles;

/// The logs of a job: in one panel, in two side by side, of all processes side by side, and as many windows as are
/// wanted.
class LogsTab final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogsTab)

public:
    LogsTab(engine::EngineClient &client, std::shared_ptr<engine::LogReaders> readers, const engine::ResourceId &job,
            QWidget *parent = nullptr);

    void useSettings(QSettings &settings); ///< must outlive it
    [[nodiscard]] LogPanel &panel() const { return *m_panel; }
    [[nodiscard]] bool isSettled() const;
    /// Another file of the job beside the panel, in which another job may be chosen; again it has no effect.
    void openBeside();
    void closeBeside();
    void toggleBeside();
    void openTiles(); ///< all processes in place of the panel
    void closeTiles();
    void openWindow(); ///< with the file that is shown

private:
    [[nodiscard]] QWidget *newPart();

    engine::EngineClient &m_client;
    const engine::ResourceId m_job;
    QSettings *m_settings = nullptr;
    QSplitter *m_splitter;
    LogPanel *m_panel;
    QWidget *m_title = nullptr; ///< above it, while there is another beside it
    LogSide *m_side = nullptr;
    LogTiles *m_tiles = nullptr;
};

} // namespace ui
