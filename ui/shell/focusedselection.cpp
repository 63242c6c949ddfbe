// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/focusedselection.h"

#include "ui/widgets/list/tablelinks.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QStackedWidget>

#include <algorithm>

namespace ui {

FocusedSelection::FocusedSelection(const QStackedWidget &pages, const QWidget &tree, QObject *parent)
    : QObject(parent), m_pages(pages), m_tree(tree)
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *focused) { follow(focused); });
}

// Ignores focus in menus, the palette and other windows: they act on the previous selection.
void FocusedSelection::follow(QWidget *focused)
{
    auto *view = qobject_cast<QAbstractItemView *>(focused);
    if (view && m_pages.isAncestorOf(view) && view->selectionModel()) {
        if (view == m_view)
            return;
        m_view = view;
    } else if (focused && m_view && m_tree.isAncestorOf(focused)) {
        m_view = nullptr;
    } else {
        return;
    }
    disconnect(m_selecting);
    disconnect(m_asking);
    if (m_view) {
        m_selecting =
            connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &FocusedSelection::changed);
        m_asking = connect(m_view.data(), &QWidget::customContextMenuRequested, this, &FocusedSelection::askMenu);
    }
    emit changed();
}

void FocusedSelection::askMenu(const QPoint &where)
{
    if (!listsResources())
        return;
    if (!m_view->indexAt(where).isValid())
        m_view->clearSelection();
    const QPoint position = m_view->viewport()->mapToGlobal(where);
    if (isEmpty())
        emit listMenuRequested(position);
    else if (!resources().isEmpty())
        emit menuRequested(position);
}

bool FocusedSelection::listsResources() const
{
    return view() && view()->findChild<TableLinks *>(QString(), Qt::FindDirectChildrenOnly);
}

const QAbstractItemView *FocusedSelection::view() const
{
    const QWidget *page = m_pages.currentWidget();
    return m_view && page && page->isAncestorOf(m_view) && m_view->isVisibleTo(page) ? m_view.data() : nullptr;
}

bool FocusedSelection::isEmpty() const
{
    return !view() || !view()->selectionModel()->hasSelection();
}

QList<engine::ResourceId> FocusedSelection::resources() const
{
    QList<engine::ResourceId> resources;
    if (isEmpty() || !listsResources())
        return resources;
    QModelIndexList rows = view()->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    for (const QModelIndex &row : std::as_const(rows)) {
        const auto id = row.data(Qt::UserRole).value<engine::ResourceId>();
        if (id.isValid() && !resources.contains(id))
            resources.append(id);
    }
    return resources;
}

} // namespace ui
