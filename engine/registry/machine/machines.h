// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/machinecontroller.h"
#include "engine/registry/resources.h"

namespace engine {

class SshTransport;

/// The machines of the profile with their controllers. Thread: the engine's.
class Machines final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Machines)

public:
    Machines(const QString &profileDirectory, Store &store, Resources &resources, SecretStore &secrets,
             Notices &notices, QObject *parent = nullptr);
    ~Machines() override;

    void begin(); ///< connects the stored machines
    void checkNow(); ///< after a suspend, or when the network changed

    [[nodiscard]] const QHash<ResourceId, MachineController *> &all() const { return m_machines; }
    /// Null when there is no such machine.
    [[nodiscard]] MachineController *find(const ResourceId &id) const { return m_machines.value(id); }
    [[nodiscard]] ResourceId idOf(const QString &nameOrId) const; ///< the machine need not exist
    [[nodiscard]] MachineController *named(const QString &nameOrId) const { return find(idOf(nameOrId)); }
    /// \a id: as typed. NotFound.
    [[nodiscard]] Result<MachineController *> required(const QString &id) const;
    /// For machines that are the same computer under a further name: the first name.
    [[nodiscard]] QHash<ResourceId, ResourceId> aliases() const;
    [[nodiscard]] QList<MachineController *> namesOf(MachineController &machine) const; ///< including itself, first
    /// The address for other machines: set by the user, else the host name of the destination.
    [[nodiscard]] QString addressOf(const ResourceId &id) const;

    [[nodiscard]] const std::shared_ptr<SshTransport> &transport() const { return m_transport; }
    /// A controller that is not connected and not registered. Child of this.
    [[nodiscard]] MachineController *make(const ResourceRow &row);
    /// Stores and registers the machine. On failure the controller is deleted: AlreadyExists when the name is taken;
    /// Canceled when \a isCanceled returns true after storing, which is then undone.
    void add(MachineController *machine, const Resources::Receiver &take, const std::function<bool()> &isCanceled = {});
    void remove(const ResourceId &id); ///< unregisters only; the caller removes the row from the store

    // No job and no setup starts on a machine that is being cleaned.
    void beginCleaning(const QSet<ResourceId> &ids) { m_beingCleaned.unite(ids); }
    void endCleaning(const QSet<ResourceId> &ids);
    [[nodiscard]] bool isBeingCleaned(const ResourceId &id) const { return m_beingCleaned.contains(id); }

signals:
    void added(engine::MachineController *machine);
    /// Its link state or its document changed.
    void changed(const engine::MachineController &machine);
    void cleaned();

private:
    void store(const MachineController &machine);

    Store &m_store;
    Resources &m_resources;
    SecretStore &m_secrets;
    Notices &m_notices;
    std::shared_ptr<SshTransport> m_transport;
    QHash<ResourceId, MachineController *> m_machines; // children of this
    QSet<ResourceId> m_beingCleaned;
};

} // namespace engine
