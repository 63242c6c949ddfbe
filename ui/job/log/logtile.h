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

/// The log of one process among those of others: its name, and its text, which follows the end. GUI thread.
class LogTile final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogTile)

public:
    explicit LogTile(std::shared_ptr<engine::LogReaders> readers, QWidget *parent = nullptr);

    void useSettings(const QSettings &settings); ///< how other logs are shown
    void setFile(const engine::LogFileSnapshot &file, const QString &title); ///< keeps the place in the same file
    [[nodiscard]] const engine::LogFileSnapshot &file() const { return m_file; }
    void setInSight(bool isInSight); ///< only then the file is read
    [[nodiscard]] LogView *view() const { return m_view; }

signals:
    void openRequested(); ///< in full

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
    QString m_readPath; ///< of what the view shows
};

} // namespace ui
