// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/storage/foldermodel.h"
#include "ui/storage/drop/filedrop.h"
#include "ui/storage/pane/folderhistory.h"
#include "ui/widgets/page/page.h"

class QMenu;
class QLineEdit;
class QToolButton;

namespace models {
class PlacesModel;
}

namespace ui {

class FileActions;
class FileDragging;
class FileTable;
class FolderEntries;
class FolderFoot;
class FolderTrouble;
class PathBar;

/// Shows one folder: path, filter, entries and their actions. Independent of other panes.
class FilePane final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilePane)

public:
    FilePane(engine::EngineClient &client, const models::PlacesModel &places, QWidget *parent = nullptr);

    /// Restricts the pane to \a root, shown as \a name, and opens it.
    void setRoot(const engine::Location &root, const QString &name);

    void open(const engine::Location &folder); ///< discards the forward history
    [[nodiscard]] const engine::Location &location() const { return m_model.folder(); }
    [[nodiscard]] bool canGoUp() const { return location().path != QLatin1StringView("/") && location() != m_root; }
    [[nodiscard]] bool canStep(Page::Step step) const;
    void step(Page::Step step);

    [[nodiscard]] qsizetype selectionCount() const;
    [[nodiscard]] QList<engine::StorageEntry> selectedEntries() const; ///< without targets of links
    [[nodiscard]] QList<engine::Location> selectedLocations() const; ///< the folder itself when nothing is selected
    /// Target of a drop at \a where (in this widget): the folder in that row, else the shown folder.
    [[nodiscard]] DropSpot spotAt(const QPoint &where) const;
    void fillMenu(QMenu &menu) const;

    void setShowsHidden(bool shows);
    [[nodiscard]] bool isSettled() const { return m_model.isSettled(); }
    [[nodiscard]] models::FolderModel &model() { return m_model; }
    [[nodiscard]] FileTable *table() const { return m_table; }
    void setActive(bool isActive, bool isOneOfTwo); ///< receives keys; marked by a line if one of two
    void focusList();

    void openSelected();
    void makeFolder();
    void useInJob();
    void refresh();
    void carry(const QList<engine::Location> &files); ///< fetches files of a machine, to be dragged to other programs
    void fail(const engine::Error &error); ///< shows an error of a request from this pane
    /// \a files could not be put into the trash: if there is no trash, offers to delete them.
    void offerRemoval(const engine::Error &error, const QList<engine::Location> &files);

signals:
    void locationChanged(const engine::Location &location);
    void stepsChanged(); ///< the result of canStep()
    void selectionChanged(); ///< or a selected entry changed
    void changed(); ///< state, counts
    void propertiesRequested();
    void copyRequested(); ///< copy the selection to the clipboard
    void cutRequested();
    void pasteRequested();
    void copyOverRequested(); ///< to the other pane
    void moveOverRequested();
    void trashRequested();
    void removeRequested(const QList<engine::Location> &files); ///< delete permanently
    void propertiesToggled(); ///< Space
    void connectRequested(); ///< of a machine that does not answer
    void keyRequested(); ///< a new one of a storage account
    void containerRequested(); ///< a new one in the storage account that is shown
    void linkRequested(int minutes); ///< to the selected file, for so long
    void terminalRequested();
    void jobRequested(const engine::Location &input); ///< a new job with this input
    void hiddenToggled(bool shows);
    void otherPaneRequested(); ///< Tab
    void menuRequested(const QPoint &where); ///< screen coordinates

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    enum class Focus { Alone, Active, Other }; // of one pane, or of two

    void arrange();
    void connectParts();
    void connectTable();
    void connectActions();
    void updateActions();
    [[nodiscard]] bool isRooted() const { return !m_root.path.isEmpty(); }
    [[nodiscard]] bool isListed() const; // the folder could be read
    [[nodiscard]] bool showsHidden() const { return m_model.filter().showsHidden; }

    void goUp();
    void show(const FolderHistory::Visit &visit);
    void openRow(int row);
    void openTyped(const engine::Location &location);
    void renameSelected();
    void removeSelected() { emit removeRequested(selectedLocations()); }
    void copyPaths();
    void copyCommand();
    void toggleHidden();
    bool escape(); // false: nothing to leave
    void showState();

    engine::EngineClient &m_client;
    models::FolderModel m_model;
    engine::Location m_root; // empty path: none
    FolderHistory m_history;
    PathBar *m_path;
    QLineEdit *m_filter;
    QToolButton *m_hidden;
    QToolButton *m_refresh;
    FolderTrouble *m_trouble;
    FolderEntries *m_entries;
    FileTable *m_table; // in m_entries
    FolderFoot *m_foot;
    FileDragging *m_dragging;
    FileActions *m_actions;
    Focus m_focus = Focus::Alone;
};

} // namespace ui
