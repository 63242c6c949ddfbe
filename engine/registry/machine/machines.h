// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/machinecontroller.h"
#include "engine/registry/resources.h"

namespace engine {

class SshTransport;

/// The machines of the profile, and the connection to each. Thread: the engine's.
class Machines final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Machines)

public:
    Machines(const QString &profileDirectory, Store &store, Resources &resources, SecretStore &secrets,
             Notices &notices, QObject *parent = nullptr);
    ~Machines() override;

    void begin(); ///< connects those that are stored
    void checkNow(); ///< the computer woke up, or its network changed

    [[nodiscard]] const QHash<ResourceId, MachineController *> &all() const { return m_machines; }
    [[nodiscard]] MachineController *find(const ResourceId &id) const { return m_machines.value(id); } ///< or null
    [[nodiscard]] ResourceId idOf(const QString &nameOrId) const; ///< there need not be such a machine
    [[nodiscard]] MachineController *named(const QString &nameOrId) const { return find(idOf(nameOrId)); }
    /// \a id of a request, as people type it. NotFound.
    [[nodiscard]] Result<MachineController *> required(const QString &id) const;
    /// Machines that are another one by a further name, with the first.
    [[nodiscard]] QHash<ResourceId, ResourceId> aliases() const;
    [[nodiscard]] QList<MachineController *> namesOf(MachineController &machine) const; ///< itself first
    /// By which other machines reach it: what the user says, else the host name of its destination.
    [[nodiscard]] QString addressOf(const ResourceId &id) const;

    [[nodiscard]] const std::shared_ptr<SshTransport> &transport() const { return m_transport; }
    /// One that is not connected yet, and none of the profile's. Child of this.
    [[nodiscard]] MachineController *make(const ResourceRow &row);
    /// Stores it and makes it one of the profile's, which it is from then on; deletes it when it fails: AlreadyExists,
    /// once one of that name is there, or Canceled when \a isGivenUp says so once it is stored, and then it is taken
    /// back.
    void add(MachineController *machine, const Resources::Taker &take, const std::function<bool()> &isGivenUp = {});
    void remove(const ResourceId &id); ///< out of here; the store's row is whoever deletes it to remove

    // No job and no setup begins on a machine that is being cleaned.
    void beginCleaning(const QSet<ResourceId> &ids) { m_beingCleaned.unite(ids); }
    void endCleaning(const QSet<ResourceId> &ids);
    [[nodiscard]] bool isBeingCleaned(const ResourceId &id) const { return m_beingCleaned.contains(id); }

signals:
    void added(engine::MachineController *machine);
    /// Its link, or what is known of it, is another one.
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
