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

/// Table of a folder's entries with search by typing, editing of names, and a choice of columns; without room, columns
/// are hidden from the right. The selection survives a refresh.
class FileTable final : public QTableView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileTable)

public:
    explicit FileTable(models::FolderModel &model, QWidget *parent = nullptr);

    [[nodiscard]] QString currentName() const; ///< empty: no current entry
    void select(const QSet<QString> &names); ///< at once, or as soon as they are listed
    void editName(int row);
    [[nodiscard]] qsizetype selectionCount() const;
    [[nodiscard]] QList<engine::StorageEntry> selectedEntries() const; ///< without targets of links
    [[nodiscard]] QList<engine::Location> selectedLocations() const;
    /// Ignores mouse moves until a delayed drag begins or the button is released.
    void holdPointer(bool isHeld) { m_isPointerHeld = isHeld; }

    [[nodiscard]] bool isPointerHeld() const { return m_isPointerHeld; }

    void keyboardSearch(const QString &text) override;

    [[nodiscard]] QByteArray columns() const; ///< shown columns and widths, for setColumns()
    void setColumns(const QByteArray &state);

signals:
    void openRequested(int row);
    void previewRequested();
    void upRequested();
    void tabbed(); ///< Tab; without a receiver the focus moves on
    void columnsChanged();
    void dragBegan(); ///< of the selection

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
    QSet<int> m_hidden; // columns hidden by the user
    QSet<QString> m_wanted; // names to be selected
    QString m_wantedCurrent;
    QString m_typed;
    QElapsedTimer m_sinceTyped;
    bool m_isPointerHeld = false;
};

} // namespace ui
