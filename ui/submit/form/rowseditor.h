// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QTableWidget>

namespace ui {

/// Editable table of texts with a key for each column. The empty last row adds a row; a row without text is removed.
class RowsEditor final : public QTableWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RowsEditor)

public:
    /// Column titles are models::fieldLabel() of \a keys.
    explicit RowsEditor(const QStringList &keys, QWidget *parent = nullptr);

    [[nodiscard]] QList<QStringList> rows() const;
    void setRows(const QList<QStringList> &rows);
    /// For a negative \a row or an unknown \a key, marks the first cell of the table.
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
