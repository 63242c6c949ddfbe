// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/storage/placesmodel.h"
#include "models/transfer/dropjudge.h"
#include "ui/storage/storagemachines.h"
#include "ui/widgets/page/page.h"

#include <QTimer>

class QAbstractButton;
class QMenu;
class QSettings;
class QSplitter;

namespace models {
class FileWork;
class ResourceStore;
} // namespace models

namespace ui {

class FilePane;
class PlacesPanel;
class StorageSide;

/// Files wherever they are: places at the left, one or two panes, and at the right what is selected.
class StoragePage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StoragePage)

public:
    /// \a settings: where it keeps columns and the like. \a folder without a path: where the place's files begin.
    /// What goes on when the page is gone is \a work.
    StoragePage(engine::EngineClient &client, const models::ResourceStore &store, models::FileWork &work,
                QSettings &settings, const engine::Location &folder, QWidget *parent = nullptr);
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
    /// Into \a folder of this computer; asked first when something of it is there, or it has no room.
    void download(const QList<engine::Location> &sources, const QString &folder)
    {
        bring(models::DropFacts{sources, {{}, folder}});
    }
    /// Files and folders into \a folder, or where the files of its place begin: asked first, in the page.
    /// \a moves: they are taken away where they are.
    void askTransfer(const QList<engine::Location> &files, const engine::Location &folder, bool moves = false);
    void fail(const engine::Error &error); ///< says it where the keys go
    /// Of \a files, of one folder, which could not be put into the trash: says it in a pane that shows that folder.
    void offerRemoval(const engine::Error &error, const QList<engine::Location> &files);

signals:
    void locationChanged(const engine::Location &folder); ///< of the pane that keys go to
    void selectionChanged(); ///< there

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void addCommands();
    void arrange();
    void followSide();
    void followPlaces();
    void followMachines();
    void whenPlacesAreKnown(std::function<void()> act);
    [[nodiscard]] FilePane *newPane();
    void connectChanges(FilePane *pane);
    void activate(FilePane *pane);
    void fitPlaces();
    void showHeader();
    void showSelected();
    void showMenu(const QPoint &where);
    void focusNextArea(int direction);
    void addTransferActions(QMenu &menu);
    void followTransfer(const engine::TransferSnapshot &transfer);
    void paste(const engine::Location &folder);
    void bringOver(FilePane *pane, bool moves);
    void bring(const QList<engine::Location> &files, const engine::Location &folder, bool moves);
    bool bring(const models::DropFacts &facts);
    void refreshPanesAt(const engine::Location &folder);
    void showUploadMenu(const QPoint &where);
    void chooseUpload(int mode); // of QFileDialog

    struct Commands
    {
        QAbstractButton *upload;
        QAbstractButton *secondPane;
        QAbstractButton *properties;
        QAction *restore;
    };

    engine::EngineClient &m_client;
    models::FileWork &m_work;
    QSettings &m_settings;
    models::PlacesModel m_placesModel;
    StorageMachines m_machines;
    PageHeader *m_header;
    Commands m_commands{};
    PlacesPanel *m_places;
    QSplitter *m_splitter;
    QList<FilePane *> m_panes; // left to right
    FilePane *m_active = nullptr;
    StorageSide *m_side;
    QTimer m_selectionPause; // until what is selected is looked at
    QList<std::function<void()>> m_waiting; // for where the files of places begin
    bool m_hasPlaces = false;
};

} // namespace ui
