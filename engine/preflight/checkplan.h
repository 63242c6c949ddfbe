// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/doctorfinding.h"
#include "engine/launch/launchplan.h"
#include "engine/remote/remotehost.h"

namespace engine {

/// What is to be looked for on a node before a job runs there.
struct NodeCheck
{
    QString node;
    QByteArray work; ///< what check.sh reads (resources/scripts/check.sh)
    QList<DoctorFinding> known; ///< what needs no look
    bool isPrepared = false; ///< a command runs before the job's own that may bring what is missing
};

/// A check of each node of \a plan, which is \a view's. \a sshPorts: where each node's sshd listens; 0 where it has
/// none. Pure.
[[nodiscard]] QList<NodeCheck> planChecks(const PlanView &view, const LaunchPlan &plan, const QList<int> &sshPorts);

/// To be run on the node; parseCheck() reads its answer. It ends within its deadline, whatever hangs there.
[[nodiscard]] RemoteCommand checkCommand(const NodeCheck &check);

} // namespace engine
