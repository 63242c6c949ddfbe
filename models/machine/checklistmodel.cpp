// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/machine/checklistmodel.h"

#include <QSet>

#include <algorithm>

namespace models {

CheckListModel::CheckListModel(const QStringList &headers, QObject *parent) : TableModel(headers, {}, parent) { }

void CheckListModel::setRows(const QList<CheckRow> &rows)
{
    const bool isSame = std::equal(m_rows.cbegin(), m_rows.cend(), rows.cbegin(), rows.cend(),
                                   [](const Row &old, const CheckRow &row) { return old.content == row; });
    // Nothing changed: the view keeps its scroll position.
    if (isSame)
        return;
    const QStringList before = checked();
    const QSet<QString> wanted(before.cbegin(), before.cend());
    beginResetModel();
    m_rows.clear();
    for (const CheckRow &row : rows)
        m_rows.append({row, row.canCheck && wanted.contains(row.name)});
    endResetModel();
    count();
}

QStringList CheckListModel::checked() const
{
    QStringList names;
    for (const Row &row : m_rows) {
        if (row.isChecked)
            names.append(row.content.name);
    }
    return names;
}

void CheckListModel::setChecked(const QStringList &names)
{
    const QSet<QString> wanted(names.cbegin(), names.cend());
    for (Row &row : m_rows)
        row.isChecked = row.content.canCheck && wanted.contains(row.content.name);
    if (!m_rows.isEmpty())
        emit dataChanged(index(0, 0), index(int(m_rows.size()) - 1, Note), {Qt::CheckStateRole});
    count();
}

QVariant CheckListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[index.row()];
    switch (role) {
    case Qt::CheckStateRole:
        if (index.column() != Name)
            return {};
        return int(row.isChecked ? Qt::Checked : Qt::Unchecked);
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return index.column() == Name ? row.content.name
            : index.column() == Where ? row.content.where
                                      : row.content.note;
    default:
        return {};
    }
}

bool CheckListModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || index.column() != Name || !m_rows[index.row()].content.canCheck)
        return false;
    m_rows[index.row()].isChecked = value.toInt() == Qt::Checked;
    emit dataChanged(index, index, {Qt::CheckStateRole});
    count();
    return true;
}

Qt::ItemFlags CheckListModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    if (!m_rows[index.row()].content.canCheck)
        return flags;
    flags |= Qt::ItemIsEnabled;
    return index.column() == Name ? flags | Qt::ItemIsUserCheckable : flags;
}

void CheckListModel::count()
{
    m_checkedCount = int(std::count_if(m_rows.cbegin(), m_rows.cend(), [](const Row &row) { return row.isChecked; }));
    emit checkedChanged();
}

} // namespace models
