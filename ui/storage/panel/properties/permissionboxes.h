// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QWidget>

class QCheckBox;

namespace ui {

/// Check boxes of the nine permissions of an entry. Hidden if the entry has none.
class PermissionBoxes final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PermissionBoxes)

public:
    explicit PermissionBoxes(QWidget *parent);

    void setEntry(const engine::StorageEntry &entry);

signals:
    void modeChosen(int mode); ///< by the user; to be followed by setEntry()

private:
    void choose();

    QList<QCheckBox *> m_bits; // from 0400 down
    int m_special = 0; // mode bits without a box
};

} // namespace ui
