// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QTableWidget>

namespace ui {

/// A small table to edit: rows of texts under keys. An empty row at the end takes a new one; a row that is emptied
/// goes.
class RowsEditor final : public QTableWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RowsEditor)

public:
    /// Columns are headed as fields of jobs: models::fieldLabel().
    explicit RowsEditor(const QStringList &keys, QWidget *parent = nullptr);

    [[nodiscard]] QList<QStringList> rows() const;
    void setRows(const QList<QStringList> &rows);
    /// \a row below 0 or a key that is none of ours marks the whole table's first cell.
    void showFault(int row, const QString &key, const QString &text);
    void clearFaults();

signals:
    void edited();

private:
    void appendEmptyRow();
    void fitHeight();

    QStringList m_keys;
};

} // namespace ui
