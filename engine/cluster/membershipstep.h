// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/cluster/membershiprecord.h"
#include "engine/node/nodeagent.h"

namespace engine {

/// Next action of the engine for the setup of a node.
struct MembershipStep
{
    enum class Move {
        Wait,
        Start, ///< the attempt does not exist on the machine yet
        MakeVoid, ///< it hangs before its commit point: make sure that it never runs
        BeReady,
        Repeat, ///< the attempt ended or was lost: clean up and start a new one
        Abandon, ///< the attempt belongs to another machine: leave its folder alone and start a new one
        Fail, ///< \a reason and \a code say why; \a retries: there will be an automatic retry
        End, ///< tell it to clean up and exit
        Terminate, ///< it did not end when told to
        Clean, ///< nothing of it runs any more: remove mounts and folders, then delete the record
    };
    Move move = Move::Wait;
    Message reason = {};
    QString code = {};
    bool retries = false;
};

/// Decides from the record and the status of the attempt. Pure: \a nowMs is the only clock.
[[nodiscard]] MembershipStep membershipStep(const MembershipRecord &record, const AttemptStatus &status, qint64 nowMs);

/// Delay before the next try after \a failures failures in a row: 10 s, 20 s, up to 5 min.
[[nodiscard]] std::chrono::milliseconds setupRetryDelay(int failures);

/// The step after a node refused to start a setup, or a secret is missing.
[[nodiscard]] MembershipStep setupNotStarted(const QString &words, bool diskFull = false);

} // namespace engine
