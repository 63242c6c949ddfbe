// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/pacer.h"
#include "engine/storage/transfer/partjournal.h"
#include "engine/storage/transfer/reasons.h"
#include "engine/storage/transfer/targetstate.h"

namespace engine {

/// What the parts of a run share. It outlives them.
struct RunContext
{
    Q_DISABLE_COPY_MOVE(RunContext)

    explicit RunContext(TransferPlan what)
        : plan(std::move(what)), pacer(plan.bytesPerSecond), state(plan.conflicts, counters, failed)
    {
        if (plan.comparesChecksums)
            state.compareBytes();
    }

    TransferPlan plan;
    PartJournal journal;
    TransferCounters counters;
    FailedFiles failed;
    Reasons reasons;
    Pacer pacer;
    TargetState state;

    [[nodiscard]] QByteArray stagePath() const { return plan.target + '/' + plan.stage; }
    [[nodiscard]] QByteArray nameThere(const QByteArray &path) const { return state.nameThere(path); }
};

} // namespace engine
