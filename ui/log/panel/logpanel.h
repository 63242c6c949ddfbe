// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/log/reader/loggap.h"
#include "engine/log/reader/merge/logmerge.h"
#include "ui/log/logfinder.h"
#include "ui/log/view/logview.h"

#include <QDeadlineTimer>

#include <functional>
#include <memory>

class QComboBox;
class QFileDialog;
class QMenu;
class QSettings;
class QToolButton;

namespace engine {
class LogReaders;
} // namespace engine

namespace ui {

class Banner;
class EmptyState;
class LogFindBar;
class LogGoBar;
class LogHighlights;
class LogLiveLine;
class LogMap;
class LogMarks;
class LogSavingBar;
class TabBar;
enum class Saving;

/// The logs of a job: a tab for each file, or a list where there are many, tools, bars to find and to go to a line, the
/// text with its map, and at the foot the line that is still being rewritten. Reads the spool files itself. GUI thread.
class LogPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogPanel)

public:
    static constexpr QKeyCombination besideKey = Qt::CTRL | Qt::Key_Backslash;

    explicit LogPanel(std::shared_ptr<engine::LogReaders> readers, QWidget *parent = nullptr);
    ~LogPanel() override;

    [[nodiscard]] const std::shared_ptr<engine::LogReaders> &readers() const { return m_readers; }
    void useSettings(QSettings &settings); ///< must outlive it; without, nothing is remembered
    /// Keeps the file that is shown and the place in it; where it goes, the like of it is shown. Merged logs begin anew
    /// when there are others.
    void setFiles(const QList<engine::LogFileSnapshot> &files);
    /// What "Save all logs" saves, where that is more than what is shown; empty: it is the same.
    void setAllFiles(const QList<engine::LogFileSnapshot> &files) { m_allFiles = files; }
    void showFile(const engine::LogFileSnapshot &file); ///< one of them
    void showMerged(); ///< the output of all processes as one log; no effect where there is only one
    [[nodiscard]] bool isMergedShown() const { return m_merge != nullptr; }
    void showByte(qint64 offset); ///< the line of it, of the file that is shown, once it is read so far
    void setFailureKnown(bool isKnown); ///< there is a line to go to
    void setJobName(const QString &name) { m_jobName = name; } ///< of what is saved
    [[nodiscard]] QString jobName() const { return m_jobName; }
    [[nodiscard]] QSettings *settings() const { return m_settings; } ///< null: nothing is remembered
    /// Of files that go with it: whoever saves them has it until they are saved.
    void setKeeper(std::shared_ptr<const void> keeper) { m_keeper = std::move(keeper); }
    void setNothingYet(const QString &title, const QString &why); ///< in place of words about a job that does not write
    /// While this panel is visible, keys that \a area and what it holds have no use for are this panel's.
    void takeKeysOf(QWidget &area) { area.installEventFilter(this); }
    void offerLayouts(); ///< besideRequested(), tilesRequested() and windowRequested()
    void setBesideOpen(bool isOpen) { m_isBesideOpen = isOpen; } ///< the former closes it then
    /// Without a path when there is none; of merged logs the path is good as long as they are shown.
    [[nodiscard]] engine::LogFileSnapshot shownFile() const { return m_shown; }
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] LogView *view() const { return m_view; }
    [[nodiscard]] QList<QAction *> commands(); ///< for the palette; until the next call
    void saveAs(const QString &target); ///< the whole file that is shown; a failure is said above the text
    void saveSelection(const QString &target) { tellOf(m_view->excerpt().save(target), target, keeper()); }
    /// Every file, also of nodes that are not shown, in a new folder there.
    void saveAll(const QString &place) { saveThese(filesOfAll(), place); }
    void openInEditor(); ///< the desktop's, with a copy that lives as long as this program
    void openFind();
    void toggleFilter(); ///< only the lines that match
    void openGoTo();
    void openHighlights();
    void closeBars();
    void findNext() { step(m_finder.next(m_view->currentMatch())); }
    void findPrevious() { step(m_finder.previous(m_view->currentMatch())); }
    void goToNextError();
    void goToPreviousError();
    void showNextFile(); ///< around the end
    void showPreviousFile();
    void copyAll();

signals:
    void failureRequested(); ///< show the line that says why the job failed
    void besideRequested(); ///< another log beside this panel, or that no longer
    void tilesRequested(); ///< all processes side by side
    void windowRequested(); ///< what is shown, in a window of its own
    void middleRequested(const engine::LogFileSnapshot &log, const engine::LogGap &gap); ///< which has a source
    void saved(const QString &target);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    static constexpr QKeyCombination nextErrorKey = Qt::Key_F8;
    static constexpr QKeyCombination previousErrorKey = Qt::SHIFT | Qt::Key_F8;
    static constexpr QKeyCombination nextFileKey = Qt::ALT | Qt::Key_PageDown;
    static constexpr QKeyCombination previousFileKey = Qt::ALT | Qt::Key_PageUp;
    static constexpr char keyProperty[] = "logKey"; ///< of a tool

    QWidget *newToolRow();
    void connectBars();
    void goToError(qint64 line);
    void addKey(const QKeySequence &key, void (LogPanel::*action)());
    bool takeKey(QKeyEvent &key);
    QToolButton *newTool(const QString &iconName, const QString &text, const QKeySequence &key = {});
    void nameFiles();
    void choose(int index);
    [[nodiscard]] int likeShown() const;
    [[nodiscard]] bool hasProcesses() const { return m_titles.size() > m_files.size(); } ///< several
    void requestTiles();
    [[nodiscard]] bool hasFile(int index) const { return index >= 0 && index < m_titles.size(); }
    [[nodiscard]] engine::LogFileSnapshot fileAt(int index);
    void merge();
    void endMerge(const engine::Result<void> &outcome);
    void showGap();
    void requestMiddle();
    void showGrowth();
    void applyQuery();
    void applyFilter();
    void showMatches();
    void step(qint64 line);
    void showAmongAll(qint64 line);
    void remember(const std::function<void(LogSettings &settings)> &change);
    [[nodiscard]] QMenu *newMoreMenu();
    [[nodiscard]] QFileDialog *newSaveDialog(const QString &title, const QString &name);
    void tellOfCopy(bool isWhole);
    void askWhereToSave();
    void askWhereToSaveSelection();
    void askWhereToSaveAll();
    void saveThese(const QList<engine::LogFileSnapshot> &files, const QString &place);
    void tellOf(const QFuture<engine::Result<void>> &saving, const QString &target,
                const std::shared_ptr<const void> &keeper);
    /// Without which what is shown may go: merged logs, for one, are there as long as someone has them.
    [[nodiscard]] std::shared_ptr<const void> keeper() const { return m_merge ? m_merge : m_keeper; }
    [[nodiscard]] Saving saving() const; ///< of what is shown
    [[nodiscard]] const QList<engine::LogFileSnapshot> &filesOfAll() const
    {
        return m_allFiles.isEmpty() ? m_files : m_allFiles;
    }

    QList<engine::LogFileSnapshot> m_files;
    QList<engine::LogFileSnapshot> m_allFiles;
    QStringList m_titles; ///< of the files, and of them all merged, where they can be
    QString m_jobName;
    bool m_areLayoutsOffered = false;
    bool m_isBesideOpen = false;
    int m_current = -1;
    engine::LogFileSnapshot m_shown;
    std::shared_ptr<const void> m_keeper;
    std::pair<QString, QString> m_nothingYet;
    std::shared_ptr<engine::LogMerge> m_merge; ///< while it is shown, and until it is saved
    qint64 m_wantedByte = -1; // to be shown when it is there
    QToolButton *m_failure = nullptr;
    const std::shared_ptr<engine::LogReaders> m_readers; ///< of all logs of this program
    std::shared_ptr<engine::LogDocument> m_document;
    LogFinder m_finder;
    LogView *m_view = nullptr;
    Banner *m_banner = nullptr;
    Banner *m_copied = nullptr; ///< says that it is not all
    Banner *m_gap = nullptr; ///< says what is missing
    std::optional<engine::LogGap> m_toldGap; ///< of the file that is shown
    bool m_toldLoss = false; ///< of it, too
    bool m_isGapClosed = false; ///< somebody knows: until the log is opened again nothing moves for it
    QDeadlineTimer m_gapLook; ///< until then it is not looked for in a log that grows
    LogSavingBar *m_saving = nullptr;
    EmptyState *m_empty = nullptr;
    TabBar *m_tabs = nullptr;
    QComboBox *m_list = nullptr;
    QList<QToolButton *> m_tools; ///< of which the palette has each
    QToolButton *m_follow = nullptr;
    LogFindBar *m_findBar = nullptr;
    LogGoBar *m_goBar = nullptr;
    LogHighlights *m_highlights = nullptr;
    LogMap *m_map = nullptr;
    LogMarks *m_marks = nullptr;
    LogLiveLine *m_liveLine = nullptr;
    QSettings *m_settings = nullptr;
    std::unique_ptr<QMenu> m_commands;
};

} // namespace ui
