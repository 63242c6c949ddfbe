// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/api/result.h"

#include <QFuture>
#include <QWidget>

#include <memory>

class QFileDialog;

namespace ui {

class Banner;
class LogSavingBar;
class LogView;
class MergedLog;
enum class Saving;

/// Saves the log that is shown, what is selected of it, or all logs, and opens a copy in an editor; asks where to. Says
/// how far that is, and what a copy to the clipboard left out. GUI thread.
class LogSaver final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogSaver)

public:
    LogSaver(LogView &view, const MergedLog &merged, Banner &outcome); ///< all of the panel that it is a part of

    void setJobName(const QString &name) { m_jobName = name; } ///< of what is saved
    [[nodiscard]] const QString &jobName() const { return m_jobName; }
    void begin(); ///< another log is opened
    void setLog(const engine::LogFileSnapshot &log) { m_log = log; } ///< without a path: none is shown
    void setFiles(const QList<engine::LogFileSnapshot> &files) { m_files = files; } ///< those that can be shown
    /// What is saved as all logs, where that is more than the files that can be shown; empty: it is the same.
    void setAllFiles(const QList<engine::LogFileSnapshot> &files) { m_allFiles = files; }
    /// Of files that go with it: it is kept until they are saved.
    void setKeeper(std::shared_ptr<const void> keeper) { m_keeper = std::move(keeper); }
    void saveAs(const QString &target); ///< the whole log that is shown; a failure is said in the banner
    void saveSelection(const QString &target);
    void saveAll(const QString &place); ///< every file, also of nodes that are not shown, in a new folder there
    void openInEditor(); ///< the desktop's, with a copy that lives as long as this program
    void askWhereToSave();
    void askWhereToSaveSelection();
    void askWhereToSaveAll();

signals:
    void saved(const QString &target);

private:
    [[nodiscard]] QFileDialog *newSaveDialog(const QString &title);
    void tellOfCopy(bool isWhole);
    void saveThese(const QList<engine::LogFileSnapshot> &files, const QString &place);
    void tellOf(const QFuture<engine::Result<void>> &saving, const QString &target,
                const std::shared_ptr<const void> &keeper);
    [[nodiscard]] std::shared_ptr<const void> keeper() const; ///< without it the log that is shown may go
    [[nodiscard]] Saving saving() const; ///< of what is shown
    [[nodiscard]] const QList<engine::LogFileSnapshot> &all() const;

    LogView &m_view;
    const MergedLog &m_merged;
    Banner &m_outcome;
    Banner *m_copied; ///< says that the clipboard has not all
    LogSavingBar *m_progress;
    QString m_jobName;
    engine::LogFileSnapshot m_log;
    QList<engine::LogFileSnapshot> m_files;
    QList<engine::LogFileSnapshot> m_allFiles;
    std::shared_ptr<const void> m_keeper;
};

} // namespace ui
