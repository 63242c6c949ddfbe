// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QSet>
#include <QStringList>

#include <functional>

class QLineEdit;
class QPoint;
class QTableView;
class QWidget;

namespace ui {

/// A table in the common style: rows of 26 pixels, no grid, selection of rows, headers aligned as their cells.
[[nodiscard]] QTableView *makeTable(QWidget *parent);
void styleTable(QTableView *table); ///< applies the style of makeTable()
/// Opens a menu at \a where in the table's header that shows or hides each column but the first. Updates \a hidden and
/// calls \a changed for each change.
void offerColumns(QTableView *table, const QPoint &where, QSet<int> &hidden, const std::function<void()> &changed);
void setWidths(QTableView &table, const QList<int> &widths); ///< of the first columns
/// Makes \a column as wide as the longest of \a words with a mark.
void setWidthOfWords(QTableView &table, int column, const QStringList &words);
[[nodiscard]] QList<int> selectedRows(const QTableView &table); ///< in order

/// Styles \a filter as the filter field of a list.
void styleFilter(QLineEdit *filter, const QString &accessibleName);

} // namespace ui
