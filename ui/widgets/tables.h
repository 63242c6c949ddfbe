// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

class QTableView;
class QWidget;

namespace ui {

/// A table in our measures: rows of 26, no grid, whole rows selected, headers aligned as their cells.
[[nodiscard]] QTableView *makeTable(QWidget *parent);
void styleTable(QTableView *table); ///< makes one of them of it

} // namespace ui
