// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "ui/widgets/list/card.h"

namespace ui {

/// A meter for each disk of a machine. Hidden without known disks.
class DisksCard final : public Card
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DisksCard)

public:
    explicit DisksCard(QWidget *parent) : Card(tr("Disks"), parent) { }

    void setDisks(const QList<engine::DiskShape> &disks);

private:
    QList<engine::DiskShape> m_disks;
    QList<QWidget *> m_meters;
};

} // namespace ui
