// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/states.h"
#include "engine/registry/job/jobs.h"
#include "engine/registry/machine/memberships.h"

namespace engine {

/// \a cluster with other properties.scaleSettings and the current time of change.
[[nodiscard]] QJsonObject withScale(const QJsonObject &cluster, const QJsonObject &scaleSettings);

/// The nodes of clusters and their allocation state. Thread: the engine's.
class Clusters final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Clusters)

public:
    struct Node
    {
        const MachineController *machine;
        const JobController *job; ///< the job on the node; may be null
        const Membership *membership; ///< null when the cluster has no setup
        NodeState state;
    };

    /// Registers how clusters are shown: with their nodes.
    Clusters(Resources &resources, const Machines &machines, const Jobs &jobs, const Memberships &memberships,
             QObject *parent = nullptr);

    /// The first machines up to the target, and leaving ones: beyond the target, but still with a job of the cluster or
    /// a setup.
    [[nodiscard]] QList<Node> presentNodes(const ResourceId &cluster) const;
    void follow(const ResourceId &cluster); ///< records when the allocation has become steady
    void followSoon(const ResourceId &cluster) { m_toFollow.insert(cluster); } ///< in the next followAll()
    void followAll();

private:
    [[nodiscard]] QJsonObject shown(const ResourceId &id) const;
    [[nodiscard]] bool isResizing(const ResourceId &cluster) const;

    Resources &m_resources;
    const Machines &m_machines;
    const Jobs &m_jobs;
    const Memberships &m_memberships;
    QSet<ResourceId> m_toFollow;
    QSet<ResourceId> m_resizing;
};

} // namespace engine
