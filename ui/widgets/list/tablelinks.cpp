// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/list/tablelinks.h"

#include "ui/widgets/list/celldelegate.h"

#include <QContextMenuEvent>
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
    if (event->type() == QEvent::ContextMenu && watched == m_table
        && static_cast<QContextMenuEvent *>(event)->reason() == QContextMenuEvent::Keyboard) {
        emit m_table->customContextMenuRequested(menuSpot());
        return true;
    }
    return QObject::eventFilter(watched, event);
}

// For the menu key, in the viewport: at the selected row, which is scrolled to, or at the top.
QPoint TableLinks::menuSpot() const
{
    const QItemSelection selected = m_table->selectionModel()->selection();
    if (selected.isEmpty())
        return {};
    const QModelIndex current = m_table->currentIndex();
    const QModelIndex index = selected.contains(current) ? current : QModelIndex(selected.constFirst().topLeft());
    m_table->scrollTo(index);
    const int row = index.row();
    return {qBound(0, m_table->visualRect(index).center().x(), m_table->viewport()->width() - 1),
            m_table->rowViewportPosition(row) + m_table->rowHeight(row) / 2};
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
