// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QAbstractTableModel>

namespace models {

/// A table whose columns are known from the start. Numbers stand at the right, and above them the names of their
/// columns.
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
    /// \a names of the columns, \a numbers: those that hold numbers.
    TableModel(const QStringList &names, const QList<int> &numbers, QObject *parent);

    [[nodiscard]] virtual int rows() const = 0; ///< how many there are
    [[nodiscard]] int alignment(int column) const; ///< what Qt::TextAlignmentRole tells of its cells

private:
    const QStringList m_names;
    const QList<int> m_numbers;
};

} // namespace models
