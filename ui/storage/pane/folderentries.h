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

/// The table of a folder's entries, and in its place why there is none.
class FolderEntries final : public QStackedWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderEntries)

public:
    FolderEntries(models::FolderModel &model, QWidget &pane);

    [[nodiscard]] FileTable &table() const { return *m_table; }
    [[nodiscard]] const EmptyFolder &none() const { return *m_none; }
    /// After the model changed. The focus of the pane goes along when one takes the place of the other.
    void showState();
    void takeFocus();

private:
    QWidget &m_pane; // whose focus goes along
    models::FolderModel &m_model;
    FileTable *m_table;
    EmptyFolder *m_none;
};

} // namespace ui
