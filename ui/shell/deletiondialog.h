// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/deletion.h"

#include <QDialog>

namespace ui {

/// Says what goes and what stays before something is deleted. Cancel is the default.
class DeletionDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DeletionDialog)

public:
    DeletionDialog(const models::DeletionWords &words, QWidget *window);
};

} // namespace ui
