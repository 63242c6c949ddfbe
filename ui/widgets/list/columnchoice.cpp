// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/list/columnchoice.h"

#include "ui/widgets/list/tables.h"

#include <QHeaderView>
#include <QSettings>
#include <QTableView>

namespace ui {

ColumnChoice::ColumnChoice(QTableView *table, QSettings &settings, const QString &key)
    : QObject(table), m_table(table), m_settings(settings), m_key(key)
{
    for (const QVariant &column : settings.value(key).toList())
        m_hidden.insert(column.toInt());
    QHeaderView *header = table->horizontalHeader();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, [this](const QPoint &where) {
        offerColumns(m_table, where, m_hidden, [this] {
            m_settings.setValue(m_key, QVariantList(m_hidden.cbegin(), m_hidden.cend()));
            apply();
        });
    });
    apply();
}

void ColumnChoice::apply()
{
    for (int column = 1; column < m_table->model()->columnCount(); ++column)
        m_table->setColumnHidden(column, m_hidden.contains(column));
}

} // namespace ui
