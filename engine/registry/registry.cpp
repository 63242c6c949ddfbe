// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/registry.h"

#include "engine/api/extension.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

ContainerSigner signer(StorageAccounts &accounts)
{
    return [&accounts](const QStringList &containers) { return accounts.sign(containers); };
}

} // namespace

Registry::Registry(const QString &profileDirectory, Store &store, const LogCollector::Settings &logSettings,
                   QObject *parent)
    : secretStore(store.initialContents().profileId), resources(store, notices),
      owned(store, secretStore, resources, notices), storageAccounts(resources, secretStore, owned),
      logs(parent, logSettings), machines(profileDirectory, store, resources, secretStore, notices),
      volumes(store, resources, machines), places(resources, machines, storageAccounts),
      planner(resources, machines, volumes),
      memberships(store, resources, machines, volumes, secretStore, signer(storageAccounts), notices),
      jobs(profileDirectory, store, logs, secretStore, owned, signer(storageAccounts), resources, machines, planner,
           notices),
      clusters(resources, machines, jobs, memberships), scheduler(resources, machines, jobs, memberships, clusters),
      transferQueue(store, profileDirectory + u"/transfers"_s, [this](const QString &name) {
          const MachineController *machine = machines.named(name);
          return machine ? machine->host() : std::shared_ptr<RemoteHost>();
      })
{
    transferQueue.setAccountOf([this](const QString &name) { return storageAccounts.service(name); });
    transferQueue.setAddressOf([this](const QString &name) {
        return extensionOf(resources.stored(machines.idOf(name))).value(u"address"_s).toString();
    });
}

void Registry::begin()
{
    QObject::connect(&owned, &OwnedSecrets::kept, &memberships, &Memberships::retryWith);
    QObject::connect(&machines, &Machines::changed, &logs, [this](const MachineController &machine) {
        if (machine.isReady())
            logs.retryNow(machine.host().get());
    });
    machines.begin();
    jobs.begin();
    memberships.begin();
    transferQueue.begin();
}

} // namespace engine
