// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QWidget>

class QLabel;

namespace models {
class FolderModel;
}

namespace ui {

class FileTable;

/// The line below a folder's entries: numbers of entries, of hidden and of selected ones, and the size of these.
class FolderFoot final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderFoot)

public:
    FolderFoot(const models::FolderModel &model, const FileTable &table, QWidget *parent);

    void showCounts(); ///< to be called after the model or the selection changed

private:
    [[nodiscard]] QString entriesText(qint64 hidden) const;
    [[nodiscard]] QString selectionText() const;

    const models::FolderModel &m_model;
    const FileTable &m_table;
    QLabel *m_entries;
    QLabel *m_hidden;
    QLabel *m_selection;
};

} // namespace ui
