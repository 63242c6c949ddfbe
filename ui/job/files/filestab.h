// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/storage/placesmodel.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QComboBox;
class QPushButton;
class QStackedWidget;

namespace models {
class FileWork;
}

namespace ui {

class Banner;
class EmptyState;
class FetchPanel;
class FilePane;
class PropertiesPanel;
class ToneLabel;
class UploadPanel;

/// The output directories of a job as folders on its nodes, one at a time. What the job writes appears while it runs
/// and this is looked at: the folder that is open is listed every few seconds, and only what differs is taken over.
class FilesTab final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilesTab)

public:
    /// What goes on when the page is gone is \a work.
    FilesTab(engine::EngineClient &client, models::FileWork &work, QWidget *parent = nullptr);
    ~FilesTab() override;

    void setJob(const engine::JobSnapshot &job);
    void setNode(const QString &node); ///< whose files are shown; empty: the first that has the directory
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] bool isThere() const { return chosen(); } ///< a folder is shown
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
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();
    void fitButtons();
    void connectPane();
    void connectDrops();
    void askUpload(const QList<engine::Location> &files, const engine::Location &folder);
    void closeUpload();
    void askNext();
    [[nodiscard]] QString nameOf(const engine::Location &folder) const; ///< by its directory's id
    void ask();
    void receive(const engine::Result<QList<engine::JobFolderThere>> &answer);
    void look();
    void showFolder();
    void showState();
    void showSelected();
    void showMenu(const QPoint &where);
    void setPropertiesShown(bool isShown);
    void chooseTarget();
    void follow();
    [[nodiscard]] const engine::JobFolderThere *chosen() const; ///< null: it is not known, or not there
    [[nodiscard]] QString nodeWords(const engine::JobFolderThere &folder) const;
    [[nodiscard]] engine::ResourceId machine() const; ///< whose folder is shown

    engine::EngineClient &m_client;
    models::FileWork &m_work;
    models::PlacesModel m_places; ///< names only
    engine::JobSnapshot m_job;
    QString m_node;
    QList<engine::JobFolderThere> m_folders;
    engine::Location m_root; ///< of what the pane shows
    engine::StorageEntry m_selected; ///< as the properties show it
    QTimer m_timer{this};
    quint64 m_request = 0; ///< answers to an older one are dropped
    bool m_isAsking = false;
    bool m_isAsked = false;
    QComboBox *m_directory;
    ToneLabel *m_place;
    QList<QPushButton *> m_buttons;
    QAction *m_followAction;
    QAction *m_downloadAction;
    QAction *m_openAction;
    QAction *m_fetchAction;
    FetchPanel *m_fetch;
    Banner *m_banner;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    FilePane *m_pane;
    QWidget *m_side; ///< of the right edge
    PropertiesPanel *m_properties;
    QWidget *m_uploadSide; ///< the same place, before files are brought here
    UploadPanel *m_upload;
};

} // namespace ui
