// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QList>

namespace engine {

/// Input of the scheduler: values only, no clock, no I/O.
struct ScheduleNode
{
    ResourceId machine;
    QString name;
    bool usable = false; ///< online, set up, not leaving
    Message unusableReason; ///< a sentence that names the node: "a05 is offline."
    ResourceId runningJob; ///< the job on the node (a node runs one job at a time); invalid when it is free
    ResourceId alias{}; ///< first name of a machine with several names; invalid when \a machine is the first
};

struct ScheduleCluster
{
    ResourceId id;
    int targetNodeCount = 0;
    QList<ScheduleNode> nodes;
};

struct ScheduleJob
{
    ResourceId id;
    ResourceId cluster;
    int nodeCount = 1;
    enum class Priority { Low, Normal, High } priority = Priority::Normal;
    qint64 createdMs = 0; ///< order of equal priority
    quint64 sequence = 0; ///< order of equal createdMs
};

struct Placement
{
    ResourceId job;
    QList<ResourceId> machines; ///< the first is the master
};

struct WaitReason
{
    ResourceId job;
    Message reason; ///< always a sentence
};

struct ScheduleDecision
{
    QList<Placement> placements;
    QList<WaitReason> waiting;
};

/// Places jobs on whole nodes: all nodes of a job at once, by priority, then by creation time. A job that does not fit
/// holds back the jobs behind it in its cluster (no backfill: the service had none, and a big job would starve). Pure.
[[nodiscard]] ScheduleDecision schedule(const QList<ScheduleCluster> &clusters, const QList<ScheduleJob> &queue);

} // namespace engine
