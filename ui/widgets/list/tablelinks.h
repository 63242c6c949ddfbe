// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QObject>

class QModelIndex;
class QTableView;

namespace ui {

/// Opens the resource of a table row (Qt::UserRole: engine::ResourceId) on Return or double click, and on a click on a
/// link cell, over which the cursor is a hand. Escape clears the selection. The window has the context menu of the
/// rows; the menu key asks for it at the selected row.
class TableLinks final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TableLinks)

public:
    /// \a table must have a CellDelegate; it owns this.
    explicit TableLinks(QTableView *table);

signals:
    void openRequested(const engine::ResourceId &id, const QModelIndex &cell);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void open(const QModelIndex &index);
    [[nodiscard]] QPoint menuSpot() const;
    [[nodiscard]] bool isLink(const QModelIndex &index) const;

    QTableView *m_table;
};

} // namespace ui
