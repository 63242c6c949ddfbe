// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/states.h"
#include "engine/registry/job/jobs.h"
#include "engine/registry/machine/memberships.h"

namespace engine {

/// \a cluster with other properties.scaleSettings, as of now.
[[nodiscard]] QJsonObject withScale(const QJsonObject &cluster, const QJsonObject &scaleSettings);

/// The nodes of clusters, and whether as many are there as are wanted. Thread: the engine's.
class Clusters final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Clusters)

public:
    struct Node
    {
        const MachineController *machine;
        const JobController *job; ///< that holds it; may be null
        const Membership *membership; ///< null where nothing is to be set up
        NodeState state;
    };

    /// Shows clusters: with their nodes.
    Clusters(Resources &resources, const Machines &machines, const Jobs &jobs, const Memberships &memberships,
             QObject *parent = nullptr);

    /// As many machines as the target says, and those that it says no more and that a job of the cluster still holds or
    /// that are still set up: they are leaving.
    [[nodiscard]] QList<Node> presentNodes(const ResourceId &cluster) const;
    void follow(const ResourceId &cluster); ///< notes when its allocation has become steady
    void followSoon(const ResourceId &cluster) { m_toFollow.insert(cluster); } ///< with the next followAll()
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
