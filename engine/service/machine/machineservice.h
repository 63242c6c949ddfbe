// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/machines.h"
#include "engine/registry/job/jobs.h"
#include "engine/registry/machine/memberships.h"
#include "engine/service/router.h"
#include "engine/ssh/config/sshconfig.h"

namespace engine {

/// Adds, connects, changes and diagnoses machines: machine.*
class MachineService final : public QObject
{
    Q_DISABLE_COPY_MOVE(MachineService)

public:
    MachineService(Router &router, Resources &resources, Machines &machines, Memberships &memberships,
                   const Jobs &jobs);

private:
    // machineservice.cpp
    void add(const AddMachine &request, const ReplyTo<QJsonObject> &reply);
    void connectNow(const ConnectMachine &request, const ReplyTo<QJsonObject> &reply);
    [[nodiscard]] Result<QJsonObject> settingsOf(const AddMachine &request) const;
    [[nodiscard]] Result<QList<SshSpec>> jumpSpec(const QString &name) const;
    static void begin(MachineController *machine, const QList<Answer> &answers, QObject *waiter,
                      const ReplyTo<QJsonObject> &reply);
    void useAgent(const OfAgent &agent);
    [[nodiscard]] QJsonObject shown(const ResourceId &id) const;

    // machineimport.cpp
    void listHosts(const ListHosts &request, const ReplyTo<QList<ListedHost>> &reply);
    void import(const ImportMachines &request, const ReplyTo<QJsonArray> &reply);
    [[nodiscard]] QHash<QString, ResourceId> machinesByDestination() const;
    void importHosts(const ImportMachines &request, const QList<ConfigHost> &hosts, const ReplyTo<QJsonArray> &reply);

    // machineupkeep.cpp
    void diagnose(const OfMachine &request, const ReplyTo<QList<DoctorFinding>> &reply);
    void clean(const CleanMachine &request, const ReplyTo<CleanedMachine> &reply);
    void keepJobsAway(const QList<MachineController *> &machines, const ReplyTo<CleanedMachine> &reply);
    void removeTraces(MachineController &machine, bool isDry, const ReplyTo<CleanedMachine> &reply);
    void forgetHostKey(const OfMachine &request, const ReplyTo<ForgottenKey> &reply);
    void tellTerminalCommand(const OfMachine &request, const ReplyTo<TerminalCommand> &reply);

    Router &m_router;
    Resources &m_resources;
    Machines &m_machines;
    Memberships &m_memberships;
    const Jobs &m_jobs;
    QSet<QString> m_triedAgents; // sockets
};

} // namespace engine
