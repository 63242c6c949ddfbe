// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/list/tablelinks.h"

#include "ui/widgets/list/celldelegate.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QTableView>

namespace ui {

TableLinks::TableLinks(QTableView *table) : QObject(table), m_table(table)
{
    table->setContextMenuPolicy(Qt::CustomContextMenu);
    table->installEventFilter(this);
    table->viewport()->installEventFilter(this);
    connect(table, &QTableView::activated, this, &TableLinks::open);
    connect(table, &QTableView::clicked, this, [this](const QModelIndex &index) {
        // A click with Ctrl or Shift selects.
        if (QGuiApplication::keyboardModifiers() == Qt::NoModifier && isLink(index))
            open(index);
    });
}

bool TableLinks::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseMove && watched == m_table->viewport()) {
        const QPoint where = static_cast<QMouseEvent *>(event)->position().toPoint();
        m_table->viewport()->setCursor(isLink(m_table->indexAt(where)) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    }
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape
        && m_table->selectionModel()->hasSelection()) {
        m_table->clearSelection();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

void TableLinks::open(const QModelIndex &index)
{
    if (const auto id = index.data(Qt::UserRole).value<engine::ResourceId>(); id.isValid())
        emit openRequested(id, index);
}

bool TableLinks::isLink(const QModelIndex &index) const
{
    const auto *delegate = qobject_cast<const CellDelegate *>(m_table->itemDelegate());
    return index.isValid() && delegate && delegate->isLink(index);
}

} // namespace ui
