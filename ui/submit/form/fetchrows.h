// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/submit/form/rowseditor.h"

namespace ui {

/// Table of files to fetch to this computer after a job's end; rows are models::fetchRows().
[[nodiscard]] RowsEditor *newFetchRows(QWidget *parent = nullptr);
[[nodiscard]] QString fetchRowsHint(); ///< explains its columns

} // namespace ui
