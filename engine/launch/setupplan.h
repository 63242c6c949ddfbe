// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/launchplan.h"

namespace engine {

/// Everything that the node setup of a cluster depends on, on one of its machines.
struct SetupView
{
    ResourceId cluster;
    QJsonObject document; ///< the cluster's, with x-batchdeck.uuid
    int attempt = 1;
    PlanNode node;
    QList<MappedVolume> volumes = {}; ///< of the profile
    QList<QJsonObject> fileServers = {}; ///< as PlanView::fileServers
};

/// Whether \a cluster has anything to set up on its nodes: mounts or a setup task.
[[nodiscard]] bool needsSetup(const QJsonObject &cluster);
[[nodiscard]] bool hasSetupTask(const QJsonObject &cluster);

/// What tells a cluster from others that have, or had, its name; empty for one that does not exist yet.
[[nodiscard]] QString uuidOf(const QJsonObject &cluster);

/// $AZ_BATCHAI_MOUNT_ROOT there: a folder of the cluster's own where it sets up its nodes, so that clusters that share
/// a machine do not meet.
[[nodiscard]] QString mountRootOf(const PlanNode &node, const QJsonObject &cluster);

/// nodeSetup.setupTask.stdOutErrPathSuffix, in the service's form: PROFILE/GROUP/workspaces/W/clusters/C/UUID.
[[nodiscard]] QString setupLogSuffix(const ResourceId &cluster, const QString &uuid);

/// The mounts of the cluster and its setup task, as a plan that stays until it is ended. Pure; \a view's document is
/// valid.
[[nodiscard]] NodePlan planSetup(const SetupView &view);

} // namespace engine
