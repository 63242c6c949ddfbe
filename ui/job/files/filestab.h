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

/// The output directories of a job as folders on its nodes, one at a time. What the job writes appears while it runs
/// and this is looked at: the folder that is open is listed every few seconds, and only what differs is taken over.
class FilesTab final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilesTab)

public:
    /// What goes on when the page is gone is \a work.
    FilesTab(engine::EngineClient &client, models::FileWork &work, QWidget *parent = nullptr);

    void setJob(const engine::JobSnapshot &job);
    void setNode(const QString &node); ///< whose files are shown; empty: the first that has the directory
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] bool isThere() const; ///< a folder is shown
    void reload();
    [[nodiscard]] FilePane &pane() const { return *m_pane; }
    [[nodiscard]] QList<QAction *> commands() const; ///< of what is shown
    /// What is selected, else the folder that is open, into \a folder of this computer; asked first when something of
    /// it is there, or it has no room.
    void download(const QString &folder);
    void setFetchShown(bool isShown); ///< what is brought here once the job is over

signals:
    void jobRequested(const engine::Location &input); ///< a new one that reads this
    /// A file is being copied as it grows, and its log view is asked for.
    void logRequested(const engine::LogFileSnapshot &file);
    void filesRequested(const engine::Location &folder); ///< among all files of the machine
    void machineRequested(const engine::ResourceId &machine); ///< it does not answer

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
    [[nodiscard]] QString nameOf(const engine::Location &folder) const; ///< by its directory's id
    void look();
    void showFolder();
    void showState();
    void showSelected();
    void showMenu(const QPoint &where);
    void setPropertiesShown(bool isShown);
    void chooseTarget();
    void follow();
    [[nodiscard]] const engine::JobFolderThere *chosen() const; ///< null: it is not known, or not there
    [[nodiscard]] engine::ResourceId machine() const; ///< whose folder is shown

    engine::EngineClient &m_client;
    models::FileWork &m_work;
    models::PlacesModel m_places; ///< names only
    JobFolders *m_folders;
    QString m_node;
    engine::Location m_root; ///< of what the pane shows
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
