// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/tablemodel.h"

namespace models {

/// A row of a list with check boxes.
struct CheckRow
{
    QString name;
    QString where; ///< second column
    QString note; ///< third column: why it cannot be chosen, or a fact
    bool canCheck = true;

    bool operator==(const CheckRow &) const = default;
};

/// Rows with check boxes. Columns: name (checkable), where, note.
class CheckListModel final : public TableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CheckListModel)

public:
    enum Column { Name, Where, Note };

    explicit CheckListModel(const QStringList &headers, QObject *parent = nullptr);

    void setRows(const QList<CheckRow> &rows); ///< keeps checked rows by name, if they are still selectable
    [[nodiscard]] QStringList checked() const; ///< names, in the order of the rows
    [[nodiscard]] int checkedCount() const { return m_checkedCount; }
    void setChecked(const QStringList &names);

    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

signals:
    void checkedChanged();

private:
    struct Row
    {
        CheckRow content;
        bool isChecked = false;
    };
    [[nodiscard]] int rows() const override { return int(m_rows.size()); }
    void count();

    QList<Row> m_rows;
    int m_checkedCount = 0;
};

} // namespace models
