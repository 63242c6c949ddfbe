// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/logmerge.h"
#include "engine/api/snapshots.h"
#include "ui/log/logfinder.h"
#include "ui/log/logview.h"

#include <functional>

class QComboBox;
class QFileDialog;
class QMenu;
class QSettings;
class QTabBar;
class QToolButton;

namespace ui {

class Banner;
class EmptyState;
class LogFindBar;
class LogGoBar;
class LogHighlights;
class LogLiveLine;
class LogMap;

/// The logs of a job: a tab for each file, or a list where there are many, tools, bars to find and to go to a line, the
/// text with its map, and at the foot the line that is still being rewritten. Reads the spool files itself. GUI thread.
class LogPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogPanel)

public:
    explicit LogPanel(QWidget *parent = nullptr);
    ~LogPanel() override;

    void useSettings(QSettings &settings); ///< must outlive it; without, nothing is remembered
    /// Keeps the file that is shown and the place in it; where it goes, the like of it is shown. Merged logs begin anew
    /// when there are others.
    void setFiles(const QList<engine::LogFileSnapshot> &files);
    void showFile(const engine::LogFileSnapshot &file); ///< one of them
    void showMerged(); ///< the output of all processes as one log; no effect where there is only one
    [[nodiscard]] bool isMergedShown() const { return m_merge != nullptr; }
    void showLine(qint64 line); ///< of the file that is shown, once it is read so far
    void setFailureKnown(bool isKnown); ///< there is a line to go to
    void setJobName(const QString &name) { m_jobName = name; } ///< of what is saved
    void setLayoutsOffered(bool areOffered); ///< besideRequested() and windowRequested()
    void setBesideOpen(bool isOpen) { m_isBesideOpen = isOpen; } ///< the former has no effect then
    /// Without a path when there is none; of merged logs the path is good as long as they are shown.
    [[nodiscard]] engine::LogFileSnapshot shownFile() const;
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] LogView *view() const { return m_view; }
    void saveAs(const QString &target); ///< the whole file that is shown; a failure is said above the text
    void saveSelection(const QString &target);
    void saveAll(const QString &place); ///< every file, in a new folder there
    void openInEditor(); ///< the desktop's, with a copy that lives as long as this program
    void openFind();
    void toggleFilter(); ///< only the lines that match
    void openGoTo();
    void openHighlights();
    void closeBars();
    void findNext();
    void findPrevious();

signals:
    void failureRequested(); ///< show the line that says why the job failed
    void besideRequested(); ///< another log beside this panel
    void windowRequested(); ///< what is shown, in a window of its own
    void saved(const QString &target);

private:
    QWidget *newToolRow();
    void connectBars();
    void addKey(const QKeySequence &key, void (LogPanel::*action)());
    QToolButton *newTool(const QString &iconName, const QString &text, const QKeySequence &key = {});
    void nameFiles();
    void choose(int index);
    [[nodiscard]] int likeShown() const;
    [[nodiscard]] bool hasFile(int index) const { return index >= 0 && index < m_titles.size(); }
    [[nodiscard]] engine::LogFileSnapshot fileAt(int index);
    void merge();
    void endMerge(const engine::Result<void> &outcome);
    void showGrowth();
    void applyQuery();
    void applyFilter();
    void showMatches();
    void step(qint64 line);
    void showAmongAll(qint64 line);
    void remember(const std::function<void(LogSettings &settings)> &change);
    [[nodiscard]] QMenu *newMoreMenu();
    [[nodiscard]] QFileDialog *newSaveDialog(const QString &title, const QString &name);
    void askWhereToSave();
    void askWhereToSaveSelection();
    void askWhereToSaveAll();
    void saveThese(const QList<engine::LogFileSnapshot> &files, const QString &place);
    void tellOf(const QFuture<engine::Result<void>> &saving, const QString &target,
                const std::shared_ptr<engine::LogMerge> &merge);

    QList<engine::LogFileSnapshot> m_files;
    QStringList m_titles; ///< of the files, and of them all merged, where they can be
    QString m_jobName;
    bool m_areLayoutsOffered = false;
    bool m_isBesideOpen = false;
    int m_current = -1;
    engine::LogFileSnapshot m_shown;
    std::shared_ptr<engine::LogMerge> m_merge; ///< while it is shown, and until it is saved
    qint64 m_wantedLine = -1; // to be shown when it is there
    QToolButton *m_failure = nullptr;
    std::shared_ptr<engine::LogDocument> m_document;
    LogFinder m_finder;
    LogView *m_view = nullptr;
    Banner *m_banner = nullptr;
    EmptyState *m_empty = nullptr;
    QTabBar *m_tabs = nullptr;
    QComboBox *m_list = nullptr;
    QToolButton *m_follow = nullptr;
    LogFindBar *m_findBar = nullptr;
    LogGoBar *m_goBar = nullptr;
    LogHighlights *m_highlights = nullptr;
    LogMap *m_map = nullptr;
    LogLiveLine *m_liveLine = nullptr;
    QSettings *m_settings = nullptr;
};

} // namespace ui
