// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "ui/widgets/list/card.h"

namespace ui {

class FactList;
class ToneLabel;

/// Cores, memory and GPUs of a machine.
class HardwareCard final : public Card
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HardwareCard)

public:
    explicit HardwareCard(QWidget *parent);

    void setMachine(const engine::MachineSnapshot &machine);

private:
    ToneLabel *m_words;
    FactList *m_gpus;
};

} // namespace ui
