// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/doctorfinding.h"
#include "engine/launch/launchplan.h"
#include "engine/remote/remotehost.h"

namespace engine {

/// The checks of one node before a job runs on it.
struct NodeCheck
{
    QString node;
    QByteArray work; ///< input of check.sh (resources/scripts/check.sh)
    QList<DoctorFinding> known; ///< findings that are known without a check
    bool isPrepared = false; ///< a command before the job's own may install what is missing
};

/// The checks of all nodes of \a plan, the plan of \a view. \a sshPorts: port of each node's sshd; 0 where it has none.
/// Pure.
[[nodiscard]] QList<NodeCheck> planChecks(const PlanView &view, const LaunchPlan &plan, const QList<int> &sshPorts);

/// The command to run on the node; parseCheck() reads its output. It ends within its deadline, even if a file system
/// hangs.
[[nodiscard]] RemoteCommand checkCommand(const NodeCheck &check);

} // namespace engine
