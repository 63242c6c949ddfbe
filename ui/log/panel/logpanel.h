// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/log/reader/loggap.h"
#include "ui/log/view/logview.h"

#include <QWidget>

#include <functional>
#include <memory>

class QMenu;
class QSettings;

namespace engine {
class LogReaders;
} // namespace engine

namespace ui {

class Banner;
class LogFileBar;
class LogFind;
class LogGapNotice;
class LogGoBar;
class LogHighlights;
class LogLayouts;
class LogSaver;
class LogText;
class LogToolBar;
class MergedLog;

/// Shows one of the logs of a job, with tools, find bar and go-to bar. Reads the spool files. GUI thread.
class LogPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogPanel)

public:
    explicit LogPanel(std::shared_ptr<engine::LogReaders> readers, QWidget *parent = nullptr);
    ~LogPanel() override;

    [[nodiscard]] const std::shared_ptr<engine::LogReaders> &readers() const;
    void useSettings(QSettings &settings); ///< must outlive this; without, settings are not saved
    [[nodiscard]] QSettings *settings() const { return m_settings; } ///< null: settings are not saved
    /// Keeps the shown file and the scroll position; if the file is not among \a files, shows
    /// LogFileBar::indexLike(). A merged log is merged again if its sources change.
    void setFiles(const QList<engine::LogFileSnapshot> &files);
    void showFile(const engine::LogFileSnapshot &file); ///< one of setFiles()
    void showMerged(); ///< the output of all processes; no effect with a single process
    [[nodiscard]] bool isMergedShown() const;
    void showByte(qint64 offset); ///< goes to its line in the shown file, once that is read
    void setFailureKnown(bool isKnown); ///< enables failureRequested()
    void setNothingYet(const QString &title, const QString &why); ///< replaces the text of an empty log
    /// While visible, the panel handles keys that \a area and its children ignore.
    void takeKeysOf(QWidget &area) { area.installEventFilter(this); }
    /// The path is empty when no file is shown; that of a merged log is valid while it is shown.
    [[nodiscard]] const engine::LogFileSnapshot &shownFile() const { return m_shown; }
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] LogView *view() const;
    [[nodiscard]] LogFind &find() const { return *m_find; }
    [[nodiscard]] LogSaver &saver() const { return *m_saver; }
    [[nodiscard]] LogLayouts &layouts() const { return *m_layouts; }
    [[nodiscard]] QList<QAction *> commands(); ///< for the palette; valid until the next call
    void openFind();
    void openGoTo();
    void openHighlights();
    void closeBars();

signals:
    void failureRequested(); ///< go to the line with the cause of the failure
    void middleRequested(const engine::LogFileSnapshot &log, const engine::LogGap &gap); ///< \a gap has a source

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void addTools();
    void connectParts();
    void addKeys();
    bool takeKey(QKeyEvent &key);
    void copyAll();
    void goToNextError();
    void goToPreviousError();
    void choose(int index);
    [[nodiscard]] engine::LogFileSnapshot fileAt(int index);
    void showGrowth();
    void remember(const std::function<void(LogSettings &settings)> &change);
    [[nodiscard]] QMenu *newMoreMenu();

    engine::LogFileSnapshot m_shown; ///< keeps its name while no file is shown, for indexLike()
    QSettings *m_settings = nullptr;
    LogFind *m_find;
    LogText *m_text;
    LogFileBar *m_files;
    LogToolBar *m_tools;
    LogLayouts *m_layouts;
    MergedLog *m_merged;
    Banner *m_banner;
    LogSaver *m_saver;
    LogGapNotice *m_gap;
    LogGoBar *m_goBar;
    LogHighlights *m_highlights;
    std::unique_ptr<QMenu> m_commands;
};

} // namespace ui
