// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/card/diskscard.h"

#include "ui/machine/card/diskmeter.h"

#include <QVBoxLayout>

#include <utility>

namespace ui {

void DisksCard::setDisks(const QList<engine::DiskShape> &disks)
{
    setVisible(!disks.isEmpty());
    if (m_disks == disks)
        return;
    m_disks = disks;
    qDeleteAll(std::exchange(m_meters, {}));
    for (const engine::DiskShape &disk : disks) {
        m_meters.append(new DiskMeter(disk));
        body()->addWidget(m_meters.constLast());
    }
}

} // namespace ui
