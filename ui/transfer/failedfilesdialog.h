// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"

#include <QDialog>

class QTreeWidget;

namespace ui {

/// Lists the failed files of a transfer with their causes.
class FailedFilesDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FailedFilesDialog)

public:
    FailedFilesDialog(const engine::TransferSnapshot &transfer, QWidget *window);

signals:
    void retryRequested();

private:
    void copyList() const;

    QList<engine::FailedFile> m_files;
    QTreeWidget *m_list;
};

} // namespace ui
