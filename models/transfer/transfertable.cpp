// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/transfer/transfertable.h"

#include "models/transfer/transferlist.h"
#include "models/transfer/transferwords.h"
#include "models/words.h"

#include <QDateTime>

#include <algorithm>

namespace models {

using engine::TransferSnapshot;

namespace {

QString fromText(const TransferSnapshot &transfer)
{
    const auto &sources = transfer.request.sources;
    return sources.isEmpty() ? QString() : engine::shownPath(sources.constFirst().parent().toString());
}

QString cellText(const TransferSnapshot &transfer, int column)
{
    const int percent = transferPercent(transfer);
    switch (column) {
    case TransferTable::What:
        return transferWhat(transfer);
    case TransferTable::From:
        return fromText(transfer);
    case TransferTable::To:
        return transferTarget(transfer);
    case TransferTable::State:
        return engine::stateWords(transfer).text();
    case TransferTable::Progress:
        return percent < 0 ? QString() : TransferTable::tr("%1 %").arg(percent);
    case TransferTable::Done:
        return transferDone(transfer);
    case TransferTable::Speed:
        return transferSpeed(transfer);
    case TransferTable::Began:
        return transfer.createdMs > 0
            ? dayAndTime(QDateTime::fromMSecsSinceEpoch(transfer.createdMs), QDateTime::currentDateTime())
            : QString();
    default:
        return transferStatus(transfer);
    }
}

QVariant sortKey(const TransferSnapshot &transfer, int column)
{
    switch (column) {
    case TransferTable::Progress:
        return transferPercent(transfer);
    case TransferTable::Done:
        return transfer.bytesDone;
    case TransferTable::Speed:
        return transfer.state == engine::TransferState::Running ? transfer.bytesPerSecond : 0;
    case TransferTable::Began:
        return transfer.createdMs;
    case TransferTable::State:
        return int(transfer.state);
    default:
        return cellText(transfer, column);
    }
}

QString allWords(const TransferSnapshot &transfer)
{
    QStringList words;
    for (const int column :
         {TransferTable::What, TransferTable::From, TransferTable::To, TransferTable::State, TransferTable::Status})
        words.append(cellText(transfer, column));
    return words.join(u' ');
}

} // namespace

TransferTable::TransferTable(const TransferList &transfers, QObject *parent)
    : TableModel({tr("What"), tr("From"), tr("To"), tr("State"), tr("Progress"), tr("Done"), tr("Speed"),
                  tr("Time left, or why not"), tr("Asked for")},
                 {Done, Speed, Began}, parent),
      m_transfers(transfers), m_rows(transfers.all())
{
    connect(&transfers, &TransferList::changed, this, &TransferTable::take);
    connect(&transfers, &TransferList::removed, this, &TransferTable::remove);
    connect(&transfers, &TransferList::reset, this, [this] {
        beginResetModel();
        m_rows = m_transfers.all();
        endResetModel();
    });
}

int TransferTable::rowOf(const QString &id) const
{
    const auto found = std::find_if(m_rows.cbegin(), m_rows.cend(), [&id](const auto &row) { return row.id == id; });
    return found == m_rows.cend() ? -1 : int(found - m_rows.cbegin());
}

void TransferTable::take(const QString &id)
{
    const TransferSnapshot *transfer = m_transfers.find(id);
    if (!transfer)
        return;
    if (const int row = rowOf(id); row >= 0) {
        m_rows[row] = *transfer;
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
        return;
    }
    beginInsertRows({}, int(m_rows.size()), int(m_rows.size()));
    m_rows.append(*transfer);
    endInsertRows();
}

void TransferTable::remove(const QString &id)
{
    const int row = rowOf(id);
    if (row < 0)
        return;
    beginRemoveRows({}, row, row);
    m_rows.removeAt(row);
    endRemoveRows();
}

int TransferTable::countOf(engine::TransferState state) const
{
    return int(std::count_if(m_rows.cbegin(), m_rows.cend(), [state](const auto &row) { return row.state == state; }));
}

QVariant TransferTable::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const TransferSnapshot &transfer = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return cellText(transfer, index.column());
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    case IdRole:
        return transfer.id;
    case StateRole:
        return int(transfer.state);
    case PercentRole:
        return transferPercent(transfer);
    case SortRole:
        return sortKey(transfer, index.column());
    case FilterRole:
        return allWords(transfer);
    default:
        return {};
    }
}

} // namespace models
