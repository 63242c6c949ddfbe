// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/cluster/membership.h"
#include "engine/job/jobsecrets.h"
#include "engine/registry/volumemap.h"
#include "engine/secret/secretstore.h"

namespace engine {

/// A cluster's machines in the order of its document.
[[nodiscard]] QList<MachineController *> nodesOf(const QJsonObject &cluster, const Machines &machines);

/// The memberships of machines in clusters with mounts or a setup task. Thread: the engine's.
class Memberships final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Memberships)

public:
    /// By the first name of the machine: the resource that uses it.
    using ByMachine = QHash<ResourceId, ResourceId>;

    Memberships(Store &store, Resources &resources, const Machines &machines, const VolumeMap &volumes,
                SecretStore &secrets, ContainerSigner sign, Notices &notices, QObject *parent = nullptr);
    ~Memberships() override;

    void begin(); ///< resumes the stored memberships

    /// Null when there is no such membership.
    [[nodiscard]] const Membership *find(const QString &clusterUuid, const ResourceId &machine) const;
    [[nodiscard]] const QList<Membership *> &all() const { return m_memberships; }
    /// Creates the memberships that clusters want and ends the others, except \a used pairs of cluster and machine.
    void update(const QSet<std::pair<ResourceId, ResourceId>> &used);
    /// Starts setups on machines that are not in \a busy.
    void beginSetups(const ByMachine &otherNames, const ByMachine &busy);
    /// Machines with a setup that runs or waits, with the cluster.
    [[nodiscard]] ByMachine settingUp(const ByMachine &otherNames) const;
    [[nodiscard]] Message whyNotSetUp(const ResourceId &cluster, const ResourceId &machine,
                                      const std::optional<ResourceId> &settingUp) const;

    // Failed setups are repeated.
    void retryOn(const ResourceId &machine);
    void retryOf(const ResourceId &cluster);
    void retryAll();
    void retryWith(const QString &secret); ///< setups that waited for this secret

    /// Conflict during a setup of the machine.
    [[nodiscard]] Result<void> mayForget(const ResourceId &machine) const;
    /// Ends the memberships of \a machine without cleaning up there; the messages say what remains on it.
    QList<Message> abandon(const ResourceId &machine);
    [[nodiscard]] bool isSettingUp() const;
    /// Whether a membership below \a scope is being undone on an online machine.
    [[nodiscard]] bool isCleaningUp(const ResourceId &scope) const;

signals:
    void changed(const engine::ResourceId &cluster);
    void settled(); ///< a setup has ended: the scheduler should run
    void removed();

private:
    Membership *start(const MembershipRecord &record);
    void publish(const Membership &membership);
    [[nodiscard]] Result<NodePlan> plan(const MembershipRecord &record, const MachineController &machine) const;
    QFuture<Result<LaunchSecrets>> secretsOf(const MembershipRecord &record, const QStringList &names);

    Store &m_store;
    Resources &m_resources;
    const Machines &m_machines;
    const VolumeMap &m_volumes;
    SecretStore &m_secrets;
    ContainerSigner m_sign;
    Notices &m_notices;
    QList<Membership *> m_memberships; // children of this
    QHash<std::pair<QString, ResourceId>, Membership *> m_byMachine; // the same, by the cluster's UUID and machine
};

} // namespace engine
