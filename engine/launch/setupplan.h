// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/launchplan.h"

namespace engine {

/// All inputs of the setup of one node of a cluster.
struct SetupView
{
    ResourceId cluster;
    QJsonObject document; ///< the cluster's document, with x-batchdeck.uuid
    int attempt = 1;
    PlanNode node;
    QList<MappedVolume> volumes = {}; ///< the volume map
    QList<QJsonObject> fileServers = {}; ///< as PlanView::fileServers
};

/// Whether \a cluster needs setup of its nodes: mounts or a setup task.
[[nodiscard]] bool needsSetup(const QJsonObject &cluster);
[[nodiscard]] bool hasSetupTask(const QJsonObject &cluster);

/// Distinguishes a cluster from others with the same name, at any time; empty for a cluster that does not exist yet.
[[nodiscard]] QString uuidOf(const QJsonObject &cluster);

/// $AZ_BATCHAI_MOUNT_ROOT on the node. A cluster with setup has a folder of its own, so that clusters that share a
/// machine do not interfere.
[[nodiscard]] QString mountRootOf(const PlanNode &node, const QJsonObject &cluster);

/// nodeSetup.setupTask.stdOutErrPathSuffix in the service's form: PROFILE/GROUP/workspaces/W/clusters/C/UUID.
[[nodiscard]] QString setupLogSuffix(const ResourceId &cluster, const QString &uuid);

/// The plan of a cluster's mounts and setup task, which stays until it is ended. Pure; \a view's document must be
/// valid.
[[nodiscard]] NodePlan planSetup(const SetupView &view);

} // namespace engine
