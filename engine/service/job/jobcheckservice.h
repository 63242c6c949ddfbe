// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/jobs.h"
#include "engine/registry/machine/clusters.h"
#include "engine/service/router.h"

namespace engine {

/// Preflight of the machines that a job would use: job.check
class JobCheckService final : public QObject
{
    Q_DISABLE_COPY_MOVE(JobCheckService)

public:
    JobCheckService(Router &router, const Machines &machines, const Clusters &clusters, const VolumeMap &volumes,
                    const JobPlanner &planner);

private:
    void check(const GivenJob &request, const ReplyTo<JobCheckResult> &reply);
    /// The machines that a job of \a count nodes would get now: free ones first, then those that will become free.
    [[nodiscard]] QList<MachineController *> likelyNodes(const ResourceId &cluster, int count) const;

    const Machines &m_machines;
    const Clusters &m_clusters;
    const VolumeMap &m_volumes;
    const JobPlanner &m_planner;
};

} // namespace engine
