// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

class QTableView;
class QWidget;

namespace ui {

/// A table as the look has it: edge to edge, whole rows, no grid, no row numbers, words elided in the middle.
[[nodiscard]] QTableView *plainTable(QWidget *parent);

} // namespace ui
