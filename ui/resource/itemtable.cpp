// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/itemtable.h"

#include "ui/resource/itemrows.h"
#include "ui/widgets/list/tablelinks.h"
#include "ui/widgets/list/tables.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QStandardItemModel>

namespace ui {

ItemTable::ItemTable(const QStringList &columns, int numbers, QWidget *parent)
    : QTableView(parent), m_model(new QStandardItemModel(this)), m_title(sectionTitle({}, parent))
{
    styleTable(this);
    m_model->setHorizontalHeaderLabels(columns);
    m_model->horizontalHeaderItem(numbers)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setModel(m_model);
    // Queued, as the signal comes from within the table's own layout.
    connect(horizontalScrollBar(), &QScrollBar::rangeChanged, this, &ItemTable::fitRows, Qt::QueuedConnection);
    connect(new TableLinks(this), &TableLinks::openRequested, this, &ItemTable::openRequested);
}

void ItemTable::setRows(const QString &title, const QList<QList<QStandardItem *>> &rows)
{
    ui::setRows(*m_model, rows);
    fitRows();
    m_title->setText(title);
    setVisible(!rows.isEmpty());
}

void ItemTable::selectFirst()
{
    setFocus(Qt::OtherFocusReason);
    selectRow(qMax(0, currentIndex().row()));
}

void ItemTable::fitRows()
{
    constexpr int fewest = 2; // rows that stay visible with little room
    const int head = qMax(26, horizontalHeader()->sizeHint().height());
    const int row = verticalHeader()->defaultSectionSize();
    const int rows = m_model->rowCount();
    const int bar = horizontalScrollBar()->maximum() > 0 ? horizontalScrollBar()->sizeHint().height() : 0;
    setMinimumHeight(head + qMin(rows, fewest) * row + bar + 2);
    setMaximumHeight(head + rows * row + bar + 2);
}

} // namespace ui
