// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QList>

namespace engine {

/// The world as the scheduler sees it: values only, no clock, no I/O.
struct ScheduleNode
{
    ResourceId machine;
    QString name;
    bool usable = false; ///< online, prepared, not leaving
    Message unusableReason; ///< a whole sentence that names the node: "a05 is offline."
    ResourceId runningJob; ///< whole nodes: one job at a time; invalid when free
    ResourceId alias{}; ///< the first name of a machine that has several; invalid: machine is it
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
    qint64 createdMs = 0; ///< first come, first served inside a priority
    quint64 sequence = 0; ///< breaks ties of createdMs
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

/// Whole-node gangs, priority then first come; a job that does not fit holds back those behind it in its cluster (no
/// backfill: the service documented none, and a big job would starve). Pure.
[[nodiscard]] ScheduleDecision schedule(const QList<ScheduleCluster> &clusters, const QList<ScheduleJob> &queue);

} // namespace engine
