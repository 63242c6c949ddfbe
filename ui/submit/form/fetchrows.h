// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/submit/form/rowseditor.h"

namespace ui {

/// A table for what is brought to this computer once a job is over; its rows are models::fetchRows().
[[nodiscard]] RowsEditor *newFetchRows(QWidget *parent = nullptr);
[[nodiscard]] QString fetchRowsHint(); ///< what stands in its columns

} // namespace ui
