// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/logcollector.h"
#include "engine/registry/job/scheduler.h"
#include "engine/registry/places.h"
#include "engine/storage/transfer/queue/transferqueue.h"

namespace engine {

/// What the engine has and its services share, in the order in which the parts need each other; they end in reverse
/// order. Thread: the engine's.
class Registry final
{
    Q_DISABLE_COPY_MOVE(Registry)

public:
    /// \a store and \a parent outlive it.
    Registry(const QString &profileDirectory, Store &store, const LogCollector::Settings &logSettings, QObject *parent);

    void begin(); ///< machines are contacted, jobs, setups and transfers go on; once, after the services were made

    Notices notices;
    SecretStore secretStore;
    Resources resources;
    OwnedSecrets owned;
    StorageAccounts storageAccounts;
    LogCollector logs;
    Machines machines;
    VolumeMap volumes;
    Places places;
    JobPlanner planner;
    Memberships memberships;
    Jobs jobs;
    Clusters clusters;
    Scheduler scheduler;
    TransferQueue transferQueue;
};

} // namespace engine
