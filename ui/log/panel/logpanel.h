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

/// The logs of a job: which of them is shown, tools, bars to find and to go to a line, and the text of the one that is
/// shown. Reads the spool files itself. GUI thread.
class LogPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogPanel)

public:
    explicit LogPanel(std::shared_ptr<engine::LogReaders> readers, QWidget *parent = nullptr);
    ~LogPanel() override;

    [[nodiscard]] const std::shared_ptr<engine::LogReaders> &readers() const;
    void useSettings(QSettings &settings); ///< must outlive it; without, nothing is remembered
    [[nodiscard]] QSettings *settings() const { return m_settings; } ///< null: nothing is remembered
    /// Keeps the file that is shown and the place in it; where it goes, the like of it is shown. Merged logs begin anew
    /// when there are others.
    void setFiles(const QList<engine::LogFileSnapshot> &files);
    void showFile(const engine::LogFileSnapshot &file); ///< one of them
    void showMerged(); ///< the output of all processes as one log; no effect where there is only one
    [[nodiscard]] bool isMergedShown() const;
    void showByte(qint64 offset); ///< the line of it, of the file that is shown, once it is read so far
    void setFailureKnown(bool isKnown); ///< there is a line to go to
    void setNothingYet(const QString &title, const QString &why); ///< in place of words about a job that does not write
    /// While this panel is visible, keys that \a area and what it holds have no use for are this panel's.
    void takeKeysOf(QWidget &area) { area.installEventFilter(this); }
    /// Without a path when there is none; of merged logs the path is good as long as they are shown.
    [[nodiscard]] const engine::LogFileSnapshot &shownFile() const { return m_shown; }
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] LogView *view() const;
    [[nodiscard]] LogFind &find() const { return *m_find; }
    [[nodiscard]] LogSaver &saver() const { return *m_saver; }
    [[nodiscard]] LogLayouts &layouts() const { return *m_layouts; }
    [[nodiscard]] QList<QAction *> commands(); ///< for the palette; until the next call
    void openFind();
    void openGoTo();
    void openHighlights();
    void closeBars();

signals:
    void failureRequested(); ///< show the line that says why the job failed
    void middleRequested(const engine::LogFileSnapshot &log, const engine::LogGap &gap); ///< which has a source

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

    engine::LogFileSnapshot m_shown; ///< keeps its name while there is no file, so that the like of it is found
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
