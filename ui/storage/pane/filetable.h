// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTableView>

namespace models {
class FolderModel;
}

namespace ui {

/// The entries of a folder: letters go to the name that begins so, names are edited in place, columns are chosen at the
/// header and leave from the right where there is no room. What is selected is still selected after a refresh.
class FileTable final : public QTableView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileTable)

public:
    explicit FileTable(models::FolderModel &model, QWidget *parent = nullptr);

    [[nodiscard]] QString currentName() const; ///< empty without one
    void select(const QSet<QString> &names); ///< now, or as soon as they are there
    void editName(int row);
    [[nodiscard]] qsizetype selectionCount() const;
    [[nodiscard]] QList<engine::StorageEntry> selectedEntries() const; ///< without targets of links
    [[nodiscard]] QList<engine::Location> selectedLocations() const;
    /// Until a drag that is to come begins, or the button is let go.
    void holdPointer(bool isHeld) { m_isPointerHeld = isHeld; }

    [[nodiscard]] bool isPointerHeld() const { return m_isPointerHeld; }

    void keyboardSearch(const QString &text) override;

    [[nodiscard]] QByteArray columns() const; ///< which, and how wide: for setColumns()
    void setColumns(const QByteArray &state);

signals:
    void openRequested(int row);
    void previewRequested();
    void upRequested();
    void tabbed(); ///< Tab; where nobody takes it up the focus goes on
    void columnsChanged();
    void dragBegan(); ///< of what is selected

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void startDrag(Qt::DropActions) override { emit dragBegan(); }

private:
    void fitColumns();
    void keepSelection();
    void restoreSelection();

    models::FolderModel &m_model;
    QSet<int> m_hidden; // columns that are not wanted
    QSet<QString> m_wanted; // to be selected
    QString m_wantedCurrent;
    QString m_typed;
    QElapsedTimer m_sinceTyped;
    bool m_isPointerHeld = false;
};

} // namespace ui
