// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QTableView>

class QLabel;
class QStandardItem;
class QStandardItemModel;

namespace ui {

/// A table of rows of itemrows.h, as high as its rows, with a title. Hidden without rows.
class ItemTable final : public QTableView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ItemTable)

public:
    /// \a numbers: index of the column of numbers, whose title is at the right.
    ItemTable(const QStringList &columns, int numbers, QWidget *parent);

    [[nodiscard]] QLabel *title() const { return m_title; } ///< to be placed above by the caller
    void setRows(const QString &title, const QList<QList<QStandardItem *>> &rows);
    void selectFirst(); ///< selects the current or first row and focuses the table

signals:
    void openRequested(const engine::ResourceId &id);

private:
    void fitRows();

    QStandardItemModel *m_model;
    QLabel *m_title;
};

} // namespace ui
