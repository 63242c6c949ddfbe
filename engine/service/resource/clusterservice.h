// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/clusters.h"
#include "engine/registry/machine/memberships.h"
#include "engine/registry/ownedsecrets.h"
#include "engine/service/router.h"

namespace engine {

/// Creates and scales clusters: cluster.*
class ClusterService final : public QObject
{
    Q_DISABLE_COPY_MOVE(ClusterService)

public:
    ClusterService(Router &router, Resources &resources, const Machines &machines, const VolumeMap &volumes,
                   Memberships &memberships, OwnedSecrets &owned);

private:
    void create(const NewResource &request, const ReplyTo<QJsonObject> &reply);
    void resize(const ResizeCluster &request, const ReplyTo<QJsonObject> &reply);
    void listSetupFiles(const ListSetupFiles &request, const ReplyTo<QJsonArray> &reply);
    [[nodiscard]] Result<QJsonObject> made(const ResourceId &id, const NewResource &request) const;
    [[nodiscard]] Result<QJsonArray> machinesOf(const QJsonArray &names) const;
    [[nodiscard]] Result<QString> kindOf(const QString &kind, const QJsonArray &machines) const;
    void assignUuids(); ///< for clusters of earlier versions

    Resources &m_resources;
    const Machines &m_machines;
    const VolumeMap &m_volumes;
    Memberships &m_memberships;
    OwnedSecrets &m_owned;
};

} // namespace engine
