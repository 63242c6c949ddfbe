// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QWidget>

class QCheckBox;

namespace ui {

/// The nine permissions of an entry, a box each. Hidden where the entry has none.
class PermissionBoxes final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PermissionBoxes)

public:
    explicit PermissionBoxes(QWidget *parent);

    void setEntry(const engine::StorageEntry &entry);

signals:
    void modeChosen(int mode); ///< by the user: setEntry() follows

private:
    void choose();

    QList<QCheckBox *> m_bits; // from 0400 down
    int m_special = 0; // bits of the mode that have no box
};

} // namespace ui
