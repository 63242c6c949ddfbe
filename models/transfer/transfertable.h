// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"
#include "models/tablemodel.h"

namespace models {

class TransferList;

/// All transfers as a table, oldest first; a proxy sorts and filters. DisplayRole is text, SortRole the raw value.
class TransferTable final : public TableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TransferTable)

public:
    enum Column { What, From, To, State, Progress, Done, Speed, Status, Began, ColumnCount };
    enum Role {
        IdRole = Qt::UserRole,
        StateRole, ///< int of engine::TransferState
        PercentRole, ///< int; -1 when unknown
        SortRole,
        FilterRole, ///< all texts of a row
    };

    /// \a transfers must outlive this model.
    explicit TransferTable(const TransferList &transfers, QObject *parent = nullptr);

    [[nodiscard]] const engine::TransferSnapshot &transfer(int row) const { return m_rows.at(row); }
    [[nodiscard]] int countOf(engine::TransferState state) const;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] int rows() const override { return int(m_rows.size()); }
    void take(const QString &id);
    void remove(const QString &id);
    [[nodiscard]] int rowOf(const QString &id) const; ///< -1 when there is none

    const TransferList &m_transfers;
    QList<engine::TransferSnapshot> m_rows;
};

} // namespace models
