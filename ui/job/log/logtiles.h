// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/job/log/joblogs.h"

#include <QWidget>

#include <memory>

class QGridLayout;
class QLabel;
class QScrollArea;
class QSettings;

namespace engine {
class LogReaders;
} // namespace engine

namespace ui {

class Banner;
class LogTile;
class Segments;

/// Small logs of all processes of a job, in a grid. Only visible ones are read, so that there may be any number. GUI
/// thread.
class LogTiles final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogTiles)

public:
    LogTiles(engine::EngineClient &client, std::shared_ptr<engine::LogReaders> readers, const engine::ResourceId &job,
             QWidget *parent = nullptr);
    ~LogTiles() override;

    void useSettings(QSettings &settings); ///< highlights and zoom of log panels; must outlive this
    [[nodiscard]] bool isSettled() const;

signals:
    void fileRequested(const engine::LogFileSnapshot &file); ///< open the log in the panel
    void closeRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    [[nodiscard]] QWidget *newHeader();
    void showLogs();
    void arrange();
    void showInSight();

    const std::shared_ptr<engine::LogReaders> m_readers;
    JobLogs m_logs;
    QSettings *m_settings = nullptr;
    Segments *m_streams;
    QLabel *m_count;
    Banner *m_banner;
    QScrollArea *m_area;
    QGridLayout *m_grid;
    QList<LogTile *> m_tiles; ///< in the order of the processes
    int m_columns = 0;
};

} // namespace ui
