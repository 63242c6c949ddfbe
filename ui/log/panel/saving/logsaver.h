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

/// Saves the shown log, its selection or all logs, with a file dialog, or opens a copy in an editor. Shows the
/// progress, and whether a copy to the clipboard was truncated. GUI thread.
class LogSaver final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogSaver)

public:
    LogSaver(LogView &view, const MergedLog &merged, Banner &outcome); ///< all belong to the same panel

    void setJobName(const QString &name) { m_jobName = name; } ///< used in names of saved files
    [[nodiscard]] const QString &jobName() const { return m_jobName; }
    void begin(); ///< another log is opened
    void setLog(const engine::LogFileSnapshot &log) { m_log = log; } ///< empty path: none is shown
    void setFiles(const QList<engine::LogFileSnapshot> &files) { m_files = files; } ///< those that can be shown
    /// The files that saveAll() saves, if more than those of setFiles(); empty: the same.
    void setAllFiles(const QList<engine::LogFileSnapshot> &files) { m_allFiles = files; }
    /// Temporary files exist as long as \a keeper, which is held until they are saved.
    void setKeeper(std::shared_ptr<const void> keeper) { m_keeper = std::move(keeper); }
    void saveAs(const QString &target); ///< the whole shown log; shows a failure in the banner
    void saveSelection(const QString &target);
    void saveAll(const QString &place); ///< every file, also of nodes that are not shown, into a new folder
    void openInEditor(); ///< the desktop's editor, with a copy that exists until this program ends
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
    [[nodiscard]] std::shared_ptr<const void> keeper() const; ///< keeps the file of the shown log
    [[nodiscard]] Saving saving() const; ///< of the shown log
    [[nodiscard]] const QList<engine::LogFileSnapshot> &all() const;

    LogView &m_view;
    const MergedLog &m_merged;
    Banner &m_outcome;
    Banner *m_copied; ///< about a truncated copy to the clipboard
    LogSavingBar *m_progress;
    QString m_jobName;
    engine::LogFileSnapshot m_log;
    QList<engine::LogFileSnapshot> m_files;
    QList<engine::LogFileSnapshot> m_allFiles;
    std::shared_ptr<const void> m_keeper;
};

} // namespace ui
