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

/// The page of files on all places: places at the left, one or two panes, properties or questions at the right.
class StoragePage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StoragePage)

public:
    /// \a settings store columns and options. \a folder with an empty path: the home folder of its place. \a work
    /// outlives the page, for work that continues after it.
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
    [[nodiscard]] FilePane *otherPane() const; ///< null with a single pane
    void setSecondPane(bool isShown);
    void setPropertiesShown(bool isShown);
    /// Downloads into \a folder of this computer; asks first if names exist there or disk space is short.
    void download(const QList<engine::Location> &sources, const QString &folder)
    {
        startOrAsk(models::DropFacts{sources, {{}, folder}});
    }
    /// Asks in the page, then transfers \a files into \a folder; empty path: the home folder of its place. \a moves:
    /// removes the sources.
    void askTransfer(const QList<engine::Location> &files, const engine::Location &folder, bool moves = false);
    void fail(const engine::Error &error); ///< shows the error in the active pane
    /// \a files, of one folder, could not be put into the trash: a pane with that folder shows it and offers deletion.
    void offerRemoval(const engine::Error &error, const QList<engine::Location> &files);

signals:
    void accountRequested(); ///< add a storage account
    void accountKeyRequested(); ///< a new key of the account whose files are shown
    void locationChanged(const engine::Location &folder); ///< of the active pane
    void selectionChanged(); ///< in the active pane

protected:
    void keyPressEvent(QKeyEvent *event) override;
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
    void addAccountActions(QMenu &menu);
    void copyLink(const engine::Location &blob, int minutes);
    void focusNextArea(int direction);
    void addTransferActions(QMenu &menu);
    void followTransfer(const engine::TransferSnapshot &transfer);
    void paste(const engine::Location &folder);
    void transferToOther(FilePane *pane, bool moves);
    void transfer(const QList<engine::Location> &files, const engine::Location &folder, bool moves);
    bool startOrAsk(const models::DropFacts &facts);
    void refreshPanesAt(const engine::Location &folder);
    void showUploadMenu(const QPoint &where);
    void chooseUpload(int mode); // a QFileDialog::FileMode

    struct Commands
    {
        QAbstractButton *upload;
        QAbstractButton *make;
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
    QTimer m_selectionPause; // delay before the properties of a selection are shown
    QList<std::function<void()>> m_waiting; // calls that wait for the home folders of places
    bool m_hasPlaces = false;
};

} // namespace ui
