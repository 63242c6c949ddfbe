// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"

#include <QWidget>

#include <memory>

class QLabel;
class QSettings;
class QToolButton;

namespace engine {
class LogReaders;
} // namespace engine

namespace ui {

class LogLiveLine;
class LogView;

/// One process in LogTiles: name and log, which follows its end. GUI thread.
class LogTile final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogTile)

public:
    explicit LogTile(std::shared_ptr<engine::LogReaders> readers, QWidget *parent = nullptr);

    void useSettings(const QSettings &settings); ///< those of log panels
    /// Keeps the scroll position in the same file.
    void setFile(const engine::LogFileSnapshot &file, const QString &title);
    [[nodiscard]] const engine::LogFileSnapshot &file() const { return m_file; }
    void setInSight(bool isInSight); ///< the file is read only while in sight
    [[nodiscard]] LogView *view() const { return m_view; }

signals:
    void openRequested(); ///< open the log in the panel

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] QWidget *newHeader();
    void showTitle();
    void read();

    const std::shared_ptr<engine::LogReaders> m_readers;
    engine::LogFileSnapshot m_file;
    QString m_title;
    QLabel *m_name;
    QLabel *m_nothing; ///< in place of lines
    QToolButton *m_open;
    LogView *m_view;
    LogLiveLine *m_liveLine;
    bool m_isInSight = false;
    QString m_readPath; ///< path of the shown file
};

} // namespace ui
