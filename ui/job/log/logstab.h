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

/// The logs of a job: one panel, two panels side by side, tiles of all processes, and any number of windows.
class LogsTab final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogsTab)

public:
    LogsTab(engine::EngineClient &client, std::shared_ptr<engine::LogReaders> readers, const engine::ResourceId &job,
            QWidget *parent = nullptr);

    void useSettings(QSettings &settings); ///< must outlive this
    [[nodiscard]] LogPanel &panel() const { return *m_panel; }
    [[nodiscard]] bool isSettled() const;
    /// Shows another log, of this or another job, beside the panel; no effect if open.
    void openBeside();
    void closeBeside();
    void toggleBeside();
    void openTiles(); ///< tiles of all processes replace the panel
    void closeTiles();
    void openWindow(); ///< with the shown file

private:
    [[nodiscard]] QWidget *newPart();

    engine::EngineClient &m_client;
    const engine::ResourceId m_job;
    QSettings *m_settings = nullptr;
    QSplitter *m_splitter;
    LogPanel *m_panel;
    QWidget *m_title = nullptr; ///< above the panel, while a log is beside it
    LogSide *m_side = nullptr;
    LogTiles *m_tiles = nullptr;
};

} // namespace ui
