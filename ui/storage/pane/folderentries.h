// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QStackedWidget>

namespace models {
class FolderModel;
}

namespace ui {

class EmptyFolder;
class FileTable;

/// The table of a folder's entries, or EmptyFolder.
class FolderEntries final : public QStackedWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderEntries)

public:
    FolderEntries(models::FolderModel &model, QWidget &pane);

    [[nodiscard]] FileTable &table() const { return *m_table; }
    [[nodiscard]] const EmptyFolder &none() const { return *m_none; }
    /// To be called after the model changed. Keeps the focus when table and EmptyFolder replace each other.
    void showState();
    void takeFocus();

private:
    QWidget &m_pane; // its focus is kept
    models::FolderModel &m_model;
    FileTable *m_table;
    EmptyFolder *m_none;
};

} // namespace ui
