// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/storage/placesmodel.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QStackedWidget;

namespace models {
class FileWork;
}

namespace ui {

class Banner;
class EmptyState;
class FetchPanel;
class FilePane;
class FilesBar;
class FilesSide;
class JobFileActions;
class JobFolders;

/// The output directories of a job as folders on its nodes, one at a time. While the job runs and the tab is visible,
/// the open folder is listed every few seconds; only differences are applied.
class FilesTab final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilesTab)

public:
    /// \a work outlives the page, for transfers that continue after it.
    FilesTab(engine::EngineClient &client, models::FileWork &work, QWidget *parent = nullptr);

    void setJob(const engine::JobSnapshot &job);
    void setNode(const QString &node); ///< node of the shown files; empty: the first with the directory
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] bool isThere() const; ///< a folder is shown
    void reload();
    [[nodiscard]] FilePane &pane() const { return *m_pane; }
    [[nodiscard]] QList<QAction *> commands() const; ///< of the shown folder
    /// Downloads the selection, else the open folder, into \a folder of this computer; asks first if names exist there
    /// or disk space is short.
    void download(const QString &folder);
    void setFetchShown(bool isShown); ///< the panel of files that are fetched after the job's end

signals:
    void jobRequested(const engine::Location &input); ///< a new job with this input
    /// Show \a file as a log; it is being copied as it grows.
    void logRequested(const engine::LogFileSnapshot &file);
    void filesRequested(const engine::Location &folder); ///< on the storage page
    void machineRequested(const engine::ResourceId &machine); ///< of a machine that does not answer

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void addButtons();
    void arrange();
    void connectFolders();
    void connectPane();
    void connectDrops();
    void askUpload(const QList<engine::Location> &files, const engine::Location &folder);
    /// Path of \a folder with the directory's id in place of the root.
    [[nodiscard]] QString nameOf(const engine::Location &folder) const;
    void look();
    void showFolder();
    void showState();
    void showSelected();
    void showMenu(const QPoint &where);
    void setPropertiesShown(bool isShown);
    void chooseTarget();
    void follow();
    [[nodiscard]] const engine::JobFolderThere *chosen() const; ///< null: unknown or missing
    [[nodiscard]] engine::ResourceId machine() const; ///< of the shown folder

    engine::EngineClient &m_client;
    models::FileWork &m_work;
    models::PlacesModel m_places; ///< names only
    JobFolders *m_folders;
    QString m_node;
    engine::Location m_root; ///< root of the pane
    QTimer m_timer{this};
    JobFileActions *m_actions;
    FilesBar *m_bar;
    FetchPanel *m_fetch;
    Banner *m_banner;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    FilePane *m_pane;
    FilesSide *m_side;
};

} // namespace ui
