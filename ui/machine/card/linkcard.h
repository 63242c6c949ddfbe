// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "ui/widgets/list/card.h"

#include <QTimer>

namespace ui {

class FactList;

/// Route and state of the connection to a machine, with the time until the next retry.
class LinkCard final : public Card
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LinkCard)

public:
    explicit LinkCard(QWidget *parent);

    void setMachine(const engine::MachineSnapshot &machine);

private:
    void showFacts();

    engine::MachineSnapshot m_machine;
    FactList *m_facts;
    QTimer m_clock; // updates the time until the next retry
};

} // namespace ui
