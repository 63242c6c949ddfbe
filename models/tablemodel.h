// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QAbstractTableModel>

namespace models {

/// A table with fixed columns. Numbers and their column titles are right-aligned.
class TableModel : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TableModel)

public:
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const final;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

protected:
    /// \a names: column titles; \a numbers: the columns with numbers.
    TableModel(const QStringList &names, const QList<int> &numbers, QObject *parent);

    [[nodiscard]] virtual int rows() const = 0; ///< number of rows
    [[nodiscard]] int alignment(int column) const; ///< Qt::TextAlignmentRole of the column's cells

private:
    const QStringList m_names;
    const QList<int> m_numbers;
};

} // namespace models
