// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/storage/placesmodel.h"
#include "models/transfer/dropjudge.h"
#include "ui/widgets/page.h"

#include <QHash>
#include <QPointer>
#include <QTimer>

class QAbstractButton;
class QMenu;
class QSettings;
class QSplitter;

namespace models {
class ResourceStore;
}

namespace ui {

class FilePane;
class PageHeader;
class PlacesPanel;
class PropertiesPanel;
class RemovalPanel;
class UploadPanel;

/// Files wherever they are: places at the left, one or two panes, and at the right what is selected.
class StoragePage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StoragePage)

public:
    /// \a settings: where it keeps columns and the like. \a folder without a path: where the place's files begin.
    StoragePage(engine::EngineClient &client, const models::ResourceStore &store, QSettings &settings,
                const engine::Location &folder, QWidget *parent = nullptr);
    ~StoragePage() override;

    [[nodiscard]] engine::ResourceId resource() const override { return {}; }
    [[nodiscard]] QString currentTab() const override { return QStringLiteral("storage"); }
    void takeFocus() override;
    [[nodiscard]] bool isSettled() const override;
    [[nodiscard]] bool canStep(Step step) const override;
    void step(Step step) override;
    bool reload() override;
    [[nodiscard]] QList<QAction *> commands() const override;

    [[nodiscard]] FilePane &activePane() const { return *m_active; }
    [[nodiscard]] FilePane *otherPane() const; ///< null while there is one
    void setSecondPane(bool isShown);
    void setPropertiesShown(bool isShown);
    void download(const QList<engine::Location> &sources, const QString &folder); ///< of this computer
    /// Files and folders into \a folder, or where the files of its place begin: asked first, in the page.
    void askTransfer(const QList<engine::Location> &files, const engine::Location &folder);

signals:
    void locationChanged(const engine::Location &folder); ///< of the pane that keys go to
    void selectionChanged(); ///< there

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void addCommands();
    void arrange();
    [[nodiscard]] FilePane *newPane();
    void openFirst();
    void activate(FilePane *pane);
    void fitPlaces();
    void showHeader();
    void showSelected();
    void showMenu(const QPoint &where);
    void followMachines();
    void focusNextArea(int direction);
    void connectMachine(FilePane *pane);
    void addTransferActions(QMenu &menu);
    void followTransfer(const engine::TransferSnapshot &transfer);
    void showUpload();
    void closeUpload();
    void connectChanges(FilePane *pane);
    void paste(const engine::Location &folder);
    void bringOver(FilePane *pane, bool moves);
    void bring(const QList<engine::Location> &files, const engine::Location &folder, bool moves);
    void bringNext();
    void begin(const engine::TransferRequest &request);
    void moveToTrash(const QList<engine::Location> &files);
    static void restore(const QPointer<StoragePage> &page, engine::EngineClient &client, const engine::Location &folder,
                        const QList<engine::TrashedFile> &trashed);
    void askRemoval(const QList<engine::Location> &files);
    void closeRemoval();
    void refreshPanesAt(const engine::Location &folder);
    void showUploadMenu(const QPoint &where);
    void chooseUpload(int mode); ///< of QFileDialog
    [[nodiscard]] engine::ResourceId machineNamed(const QString &name) const;

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    QSettings &m_settings;
    models::PlacesModel m_placesModel;
    PageHeader *m_header;
    QAbstractButton *m_uploadButton = nullptr;
    QAbstractButton *m_second = nullptr;
    QAbstractButton *m_propertiesButton = nullptr;
    PlacesPanel *m_places;
    QSplitter *m_splitter;
    QList<FilePane *> m_panes; // left to right
    FilePane *m_active = nullptr;
    QWidget *m_side; // of the right edge
    PropertiesPanel *m_properties;
    QWidget *m_uploadSide; // the same place, before an upload
    UploadPanel *m_upload;
    QWidget *m_removalSide; // the same place, before something is deleted
    RemovalPanel *m_removal;
    QTimer m_selectionPause; // until what is selected is looked at
    QHash<engine::ResourceId, bool> m_online; // machines
    QString m_firstPlace;
    QList<models::DropFacts> m_toBring; // while another is asked for
    std::function<void()> m_waiting; // for where the files of places begin
    bool m_isWaiting = false; // until it is known where the first place's files begin
    bool m_hasPlaces = false;
};

} // namespace ui
