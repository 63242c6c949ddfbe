// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/service.h"

#include "engine/api/ours.h"
#include "engine/base/whenfinished.h"
#include "engine/node/wakeup/wakeup.h"
#include "engine/service/document/documentservice.h"
#include "engine/service/document/sampleservice.h"
#include "engine/service/document/secretservice.h"
#include "engine/service/engineservice.h"
#include "engine/service/job/jobcheckservice.h"
#include "engine/service/job/jobfetchservice.h"
#include "engine/service/job/jobfileservice.h"
#include "engine/service/job/jobservice.h"
#include "engine/service/job/logservice.h"
#include "engine/service/machine/machineservice.h"
#include "engine/service/resource/clusterservice.h"
#include "engine/service/resource/fileserverservice.h"
#include "engine/service/resource/resourceservice.h"
#include "engine/service/storage/storageservice.h"
#include "engine/service/storage/transferservice.h"
#include "engine/service/storage/volumeservice.h"

using namespace Qt::StringLiterals;

namespace engine {

// In the order in which they need each other; they end in the other order.
struct Service::Parts
{
    Parts(const Options &options, Store &store, Service *service)
        : secretStore(store.initialContents().profileId), resources(store, notices),
          owned(store, secretStore, resources, notices), logs(service, logSettings(options, store)),
          machines(options.profileDirectory, store, resources, secretStore, notices),
          volumes(store, resources, machines), places(resources, machines), planner(resources, machines, volumes),
          memberships(store, resources, machines, volumes, secretStore, notices),
          jobs(options.profileDirectory, store, logs, secretStore, owned, resources, machines, planner, notices),
          clusters(resources, machines, jobs, memberships), scheduler(resources, machines, jobs, memberships, clusters),
          transferQueue(store, options.profileDirectory + u"/transfers"_s,
                        [this](const QString &name) {
                            const MachineController *machine = machines.named(name);
                            return machine ? machine->host() : std::shared_ptr<RemoteHost>();
                        }),
          engine(router, options.profileDirectory, resources.profileId(), options.kind, secretStore, jobs, memberships,
                 transferQueue),
          resourceService(router, store, resources, machines, volumes, memberships, jobs, owned, scheduler),
          documentService(router, store, resources, planner, jobs, owned, scheduler),
          machineService(router, resources, machines, memberships, jobs), fileServerService(resources, machines),
          volumeService(router, resources.profileId(), volumes, places), secretService(router, secretStore, owned),
          clusterService(router, resources, machines, volumes, memberships, owned),
          jobService(router, store, resources, volumes, planner, jobs),
          jobCheckService(router, machines, clusters, volumes, planner), jobFileService(router, machines, jobs),
          jobFetchService(router, machines, jobs, transferQueue), logService(router, store, logs),
          storageService(router, resources, machines, places), transferService(router, store, transferQueue, places),
          sampleService(router, store, resources, machines, planner, jobs)
    {
        owned.takeMemory(options.secrets);
        transferQueue.setAddressOf([this](const QString &name) {
            return oursOf(resources.stored(machines.idOf(name))).value(u"address"_s).toString();
        });
    }

    [[nodiscard]] static LogCollector::Settings logSettings(const Options &options, const Store &store)
    {
        LogCollector::Settings settings;
        settings.spoolRoot = options.profileDirectory + u"/spool"_s;
        settings.limits = LogService::storedLimits(store.initialContents());
        settings.readers = options.logReaders;
        return settings;
    }

    Notices notices;
    SecretStore secretStore;
    Resources resources;
    OwnedSecrets owned;
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

    Router router;
    EngineService engine;
    ResourceService resourceService;
    DocumentService documentService;
    MachineService machineService;
    FileServerService fileServerService;
    VolumeService volumeService;
    SecretService secretService;
    ClusterService clusterService;
    JobService jobService;
    JobCheckService jobCheckService;
    JobFileService jobFileService;
    JobFetchService jobFetchService;
    LogService logService;
    StorageService storageService;
    TransferService transferService;
    SampleService sampleService;
};

Service::Service(const Options &options, std::unique_ptr<Store> store, QObject *parent)
    : EngineLink(parent), m_options(options), m_store(std::move(store))
{
}

Service::~Service() = default;

void Service::begin()
{
    m_parts = std::make_unique<Parts>(m_options, *m_store, this);
    m_options.secrets = {};
    Parts &parts = *m_parts;
    connect(&parts.resources.feed(), &ChangeFeed::changed, this, &EngineLink::changed);
    connect(&parts.notices, &Notices::noticed, this, &EngineLink::noticed);
    connect(&parts.transferService, &TransferService::transferred, this, &EngineLink::transferred);
    connect(&parts.engine, &EngineService::endRequested, &parts.router, &Router::ending);
    connect(&parts.engine, &EngineService::endRequested, this, &Service::endRequested);
    connect(&parts.resourceService, &ResourceService::snapshotTaken, this, [this] {
        for (const Message &notice : std::exchange(m_options.notices, {}))
            emit noticed(notice);
    });
    connect(&parts.owned, &OwnedSecrets::kept, &parts.memberships, &Memberships::retryWith);
    connect(&parts.machines, &Machines::changed, this, [&parts](const MachineController &machine) {
        if (machine.isReady())
            parts.logs.retryNow(machine.host().get());
    });
    const auto *wakeup = new Wakeup(this);
    connect(wakeup, &Wakeup::resumed, &parts.machines, &Machines::checkNow);
    connect(wakeup, &Wakeup::networkChanged, &parts.machines, &Machines::checkNow);

    parts.machines.begin();
    parts.jobs.begin();
    parts.memberships.begin();
    parts.transferQueue.begin();
    parts.transferService.begin();
    parts.scheduler.lookSoon();
    parts.owned.sweep();
    whenFinished(m_store->checkedAfterStart(), this, [&parts](const Result<void> &result) {
        if (!result)
            parts.notices.tell(result.error().message);
    });
}

QFuture<Result<QJsonValue>> Service::call(const QString &method, const QJsonObject &parameters,
                                          const Progress &progress)
{
    const Reply reply(progress);
    if (method != u"engine.status"_s)
        m_parts->engine.touch();
    m_parts->router.call(method, parameters, reply);
    return reply.future();
}

} // namespace engine
