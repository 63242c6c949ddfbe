// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/snapshots.h"
#include "ui/log/logfinder.h"
#include "ui/log/logview.h"

class QAction;
class QLabel;
class QLineEdit;
class QProgressBar;
class QTabBar;
class QToolButton;

namespace ui {

class Banner;
class EmptyState;

/// The logs of a job: a tab for each file, tools, find bar, the text, and at the foot the line that is still being
/// rewritten. Reads the spool files itself. GUI thread.
class LogPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogPanel)

public:
    explicit LogPanel(QWidget *parent = nullptr);
    ~LogPanel() override;

    void setFiles(const QList<engine::LogFileSnapshot> &files); ///< keeps tab and place of a file that stays
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] LogView *view() const { return m_view; }
    void saveAs(const QString &target); ///< the whole file that is shown; a failure is said above the text
    void openFind();
    void findNext();
    void findPrevious();

signals:
    void saved(const QString &target);

private:
    QWidget *newToolRow();
    QWidget *newFindBar();
    QWidget *newFoot();
    [[nodiscard]] static QWidget *newLine();
    QToolButton *newTool(const QString &iconName, const QString &text, const QKeySequence &key = {});
    void showFile(int index);
    void showGrowth();
    void closeFind();
    void applyQuery();
    void showMatches();
    void step(qint64 line);
    void askWhereToSave();
    [[nodiscard]] QString titleOf(const engine::LogFileSnapshot &file) const;

    QList<engine::LogFileSnapshot> m_files;
    QString m_shownPath;
    std::shared_ptr<engine::LogDocument> m_document;
    LogFinder m_finder;
    LogView *m_view = nullptr;
    Banner *m_banner = nullptr;
    EmptyState *m_empty = nullptr;
    QTabBar *m_tabs = nullptr;
    QToolButton *m_follow = nullptr;
    QWidget *m_findBar = nullptr;
    QLineEdit *m_query = nullptr;
    QAction *m_caseSensitive = nullptr;
    QAction *m_regex = nullptr;
    QLabel *m_matches = nullptr;
    QWidget *m_foot = nullptr;
    QLabel *m_liveText = nullptr;
    QLabel *m_liveCount = nullptr;
    QProgressBar *m_progress = nullptr;
};

} // namespace ui
