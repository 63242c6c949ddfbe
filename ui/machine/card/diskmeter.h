// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"

#include <QWidget>

namespace ui {

/// A disk: mount point, free space, and a bar of used space; the text also says if it is nearly full.
class DiskMeter final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DiskMeter)

public:
    explicit DiskMeter(engine::DiskShape disk, QWidget *parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] double usedShare() const;
    [[nodiscard]] QString freeText() const;

    engine::DiskShape m_disk;
};

} // namespace ui
