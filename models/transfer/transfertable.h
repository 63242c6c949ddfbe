// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"
#include "models/tablemodel.h"

namespace models {

class TransferList;

/// All transfers as a table, oldest first; to be sorted and filtered by a proxy. DisplayRole is words, SortRole raw.
class TransferTable final : public TableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TransferTable)

public:
    enum Column { What, From, To, State, Progress, Done, Speed, Status, Began, ColumnCount };
    enum Role {
        IdRole = Qt::UserRole,
        StateRole, ///< int of engine::TransferState
        PercentRole, ///< int; -1: it cannot be told yet
        SortRole,
        FilterRole, ///< all the words of a row
    };

    /// \a transfers outlives it.
    explicit TransferTable(const TransferList &transfers, QObject *parent = nullptr);

    [[nodiscard]] const engine::TransferSnapshot &transfer(int row) const { return m_rows.at(row); }
    [[nodiscard]] int countOf(engine::TransferState state) const;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] int rows() const override { return int(m_rows.size()); }
    void take(const QString &id);
    void remove(const QString &id);
    [[nodiscard]] int rowOf(const QString &id) const; ///< -1: none

    const TransferList &m_transfers;
    QList<engine::TransferSnapshot> m_rows;
};

} // namespace models
