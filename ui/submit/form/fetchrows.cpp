// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/form/fetchrows.h"

#include "models/job/form/fetchrows.h"

namespace ui {

RowsEditor *newFetchRows(QWidget *parent)
{
    return new RowsEditor(models::fetchRowKeys, parent);
}

QString fetchRowsHint()
{
    return RowsEditor::tr(
        "Files: patterns such as *.pt, with commas between them; empty: all. Output directory: its id; empty: all. "
        "To: a folder such as ~/results/<job>; <experiment> and <workspace> stand for names, too. When: always, or "
        "succeeded.");
}

} // namespace ui
