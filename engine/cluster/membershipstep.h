// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/cluster/membershiprecord.h"
#include "engine/node/nodeagent.h"

namespace engine {

/// What the engine does next about the node setup of a machine.
struct MembershipStep
{
    enum class Move {
        Wait,
        Start, ///< nothing of this attempt is on the machine yet
        MakeVoid, ///< it hangs before its commit point: make sure that it never runs
        BeReady,
        Repeat, ///< this attempt is over or lost: what it left is taken away, and a fresh one begins
        Abandon, ///< this attempt is another machine's: its folder is left alone, and a fresh one begins
        Fail, ///< reason and code say why; retries: it is tried again by itself
        End, ///< it is to go: it takes back what it made and exits
        Terminate, ///< it is to go and does not
        Clean, ///< nothing of it runs any more: its mounts and folders go, then it is forgotten
    };
    Move move = Move::Wait;
    Message reason = {};
    QString code = {};
    bool retries = false;
};

/// Decides from the record and from what the node says of the attempt. Pure: \a nowMs is the only clock.
[[nodiscard]] MembershipStep membershipStep(const MembershipRecord &record, const AttemptStatus &status, qint64 nowMs);

/// How long a setup that failed \a failures times in a row waits for its next try: 10 s, 20 s, up to 5 min.
[[nodiscard]] std::chrono::milliseconds setupRetryDelay(int failures);

/// What the node's refusal to start a setup, or a secret that is missing, comes to.
[[nodiscard]] MembershipStep setupNotStarted(const QString &words, bool diskFull = false);

} // namespace engine
