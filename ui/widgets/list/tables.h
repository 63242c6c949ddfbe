// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QSet>

#include <functional>

class QLineEdit;
class QPoint;
class QString;
class QTableView;
class QWidget;

namespace ui {

/// A table in our measures: rows of 26, no grid, whole rows selected, headers aligned as their cells.
[[nodiscard]] QTableView *makeTable(QWidget *parent);
void styleTable(QTableView *table); ///< makes one of them of it
/// A menu at \a where of the table's header, in which each column but the first can be shown or \a hidden. \a changed
/// is called for each that is.
void offerColumns(QTableView *table, const QPoint &where, QSet<int> &hidden, const std::function<void()> &changed);
void setWidths(QTableView &table, const QList<int> &widths); ///< of the first columns
[[nodiscard]] QList<int> selectedRows(const QTableView &table); ///< in order

/// Makes of \a filter the field that lets only those show that match; \a accessibleName says of what.
void styleFilter(QLineEdit *filter, const QString &accessibleName);

} // namespace ui
