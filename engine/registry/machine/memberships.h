// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/cluster/membership.h"
#include "engine/registry/volumemap.h"
#include "engine/secret/secretstore.h"

namespace engine {

/// A cluster's machines, as its document names them, in order.
[[nodiscard]] QList<MachineController *> nodesOf(const QJsonObject &cluster, const Machines &machines);

/// The setups of machines for clusters that have mounts or a setup task. Thread: the engine's.
class Memberships final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Memberships)

public:
    /// Machines by their first names, with what has them.
    using ByMachine = QHash<ResourceId, ResourceId>;

    Memberships(Store &store, Resources &resources, const Machines &machines, const VolumeMap &volumes,
                SecretStore &secrets, Notices &notices, QObject *parent = nullptr);
    ~Memberships() override;

    void begin(); ///< goes on with those that are stored

    [[nodiscard]] const Membership *find(const QString &clusterUuid, const ResourceId &machine) const; ///< or null
    [[nodiscard]] const QList<Membership *> &all() const { return m_memberships; }
    /// Begins what clusters want now, and ends what they do not, but for what is \a used: clusters and machines.
    void update(const QSet<std::pair<ResourceId, ResourceId>> &used);
    /// Begins the setups whose machines are free: none of \a busy.
    void beginSetups(const ByMachine &otherNames, const ByMachine &busy);
    /// Machines that are being set up or wait for it, with the cluster.
    [[nodiscard]] ByMachine settingUp(const ByMachine &otherNames) const;
    [[nodiscard]] Message whyNotSetUp(const ResourceId &cluster, const ResourceId &machine,
                                      const std::optional<ResourceId> &settingUp) const;

    // Those that failed are tried again.
    void retryOn(const ResourceId &machine);
    void retryOf(const ResourceId &cluster);
    void retryAll();
    void retryWith(const QString &secret); ///< those that lacked it

    /// Conflict while the machine is set up for a cluster.
    [[nodiscard]] Result<void> mayForget(const ResourceId &machine) const;
    /// Gives up what leaves \a machine; what may be left there.
    QList<Message> abandon(const ResourceId &machine);
    [[nodiscard]] bool isSettingUp() const;
    /// Something below \a scope is being taken back from a machine that is there.
    [[nodiscard]] bool isTakingBack(const ResourceId &scope) const;

signals:
    void changed(const engine::ResourceId &cluster);
    void settled(); ///< the scheduler should look again
    void removed();

private:
    Membership *start(const MembershipRecord &record);
    void tell(const Membership &membership);
    [[nodiscard]] Result<NodePlan> plan(const MembershipRecord &record, const MachineController &machine) const;
    QFuture<Result<LaunchSecrets>> secretsOf(const MembershipRecord &record, const QStringList &names);

    Store &m_store;
    Resources &m_resources;
    const Machines &m_machines;
    const VolumeMap &m_volumes;
    SecretStore &m_secrets;
    Notices &m_notices;
    QList<Membership *> m_memberships; // children of this
    QHash<std::pair<QString, ResourceId>, Membership *> m_byMachine; // the same by cluster's UUID and machine
};

} // namespace engine
