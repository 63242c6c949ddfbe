// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/list/tables.h"

#include "ui/theme/icons.h"
#include "ui/widgets/list/celldelegate.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>

#include <algorithm>

namespace ui {

QTableView *makeTable(QWidget *parent)
{
    auto *table = new QTableView(parent);
    styleTable(table);
    return table;
}

void styleTable(QTableView *table)
{
    table->setItemDelegate(new CellDelegate(table));
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTextElideMode(Qt::ElideMiddle);
    table->setMouseTracking(true);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setTabKeyNavigation(false);
    table->setCornerButtonEnabled(false);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->verticalHeader()->hide();
    table->verticalHeader()->setMinimumSectionSize(18);
    table->verticalHeader()->setDefaultSectionSize(qMax(26, table->fontMetrics().height() + 8));
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setMinimumSectionSize(48);
}

void offerColumns(QTableView *table, const QPoint &where, QSet<int> &hidden, const std::function<void()> &changed)
{
    auto *menu = new QMenu(table);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 1; column < table->model()->columnCount(); ++column) {
        QAction *action = menu->addAction(table->model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!hidden.contains(column));
        QObject::connect(action, &QAction::toggled, table, [&hidden, column, changed](bool isShown) {
            isShown ? void(hidden.remove(column)) : void(hidden.insert(column));
            changed();
        });
    }
    menu->popup(table->horizontalHeader()->mapToGlobal(where));
}

void setWidths(QTableView &table, const QList<int> &widths)
{
    for (int column = 0; column < widths.size(); ++column)
        table.setColumnWidth(column, widths[column]);
}

void setWidthOfWords(QTableView &table, int column, const QStringList &words)
{
    int width = 0;
    for (const QString &word : words)
        width = qMax(width, CellDelegate::widthWithMark(word, table.fontMetrics()));
    table.setColumnWidth(column, width);
}

QList<int> selectedRows(const QTableView &table)
{
    QList<int> rows;
    for (const QItemSelectionRange &range : table.selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.append(row);
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

void styleFilter(QLineEdit *filter, const QString &accessibleName)
{
    filter->setAccessibleName(accessibleName);
    filter->setPlaceholderText(QCoreApplication::translate("ui", "Filter"));
    filter->setClearButtonEnabled(true);
    filter->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
}

} // namespace ui
