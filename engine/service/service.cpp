// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/service.h"

#include "engine/base/whenfinished.h"
#include "engine/node/wakeup/wakeup.h"
#include "engine/registry/registry.h"
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
#include "engine/service/storage/storageaccountservice.h"
#include "engine/service/storage/storageservice.h"
#include "engine/service/storage/transferservice.h"
#include "engine/service/storage/volumeservice.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

LogCollector::Settings collectorSettings(const Service::Options &options, const Store &store)
{
    LogCollector::Settings settings;
    settings.spoolRoot = options.profileDirectory + u"/spool"_s;
    settings.limits = LogService::storedLimits(store.initialContents());
    settings.readers = options.logReaders;
    return settings;
}

} // namespace

Service::Service(const Options &options, std::unique_ptr<Store> store, QObject *parent)
    : EngineLink(parent), m_options(options), m_store(std::move(store))
{
}

Service::~Service()
{
    while (!m_services.empty())
        m_services.pop_back();
}

template <typename Made, typename... Arguments> Made &Service::make(Arguments &&...arguments)
{
    auto service = std::make_unique<Made>(std::forward<Arguments>(arguments)...);
    Made &made = *service;
    m_services.push_back(std::move(service));
    return made;
}

void Service::begin()
{
    m_registry =
        std::make_unique<Registry>(m_options.profileDirectory, *m_store, collectorSettings(m_options, *m_store), this);
    m_router = std::make_unique<Router>();
    Registry &all = *m_registry;
    makeServices();
    all.owned.restoreMemory(std::exchange(m_options.secrets, {}));

    connect(&all.resources.feed(), &ChangeFeed::changed, this, &EngineLink::changed);
    connect(&all.notices, &Notices::noticed, this, &EngineLink::noticed);
    const auto *wakeup = new Wakeup(this);
    connect(wakeup, &Wakeup::resumed, &all.machines, &Machines::checkNow);
    connect(wakeup, &Wakeup::networkChanged, &all.machines, &Machines::checkNow);
    all.begin();
    m_transfers->begin();
    all.scheduler.schedulePass();
    all.owned.sweep();
    whenFinished(m_store->checkedAfterStart(), this, [&all](const Result<void> &result) {
        if (!result)
            all.notices.tell(result.error().message);
    });
}

void Service::makeServices()
{
    Router &router = *m_router;
    Registry &all = *m_registry;
    m_engine = &make<EngineService>(router, m_options.profileDirectory, all.resources.profileId(), m_options.kind,
                                    all.secretStore, all.jobs, all.memberships, all.transferQueue);
    connect(m_engine, &EngineService::endRequested, &router, &Router::ending);
    connect(m_engine, &EngineService::endRequested, this, &Service::endRequested);
    const auto &resources = make<ResourceService>(router, *m_store, all.resources, all.machines, all.volumes,
                                                  all.memberships, all.jobs, all.owned, all.scheduler);
    connect(&resources, &ResourceService::snapshotTaken, this, [this] {
        for (const Message &notice : std::exchange(m_options.notices, {}))
            emit noticed(notice);
    });
    make<DocumentService>(router, *m_store, all.resources, all.planner, all.jobs, all.owned, all.scheduler);
    make<MachineService>(router, all.resources, all.machines, all.memberships, all.jobs);
    make<FileServerService>(all.resources, all.machines);
    make<VolumeService>(router, all.resources.profileId(), all.volumes, all.places);
    make<SecretService>(router, all.secretStore, all.owned);
    make<ClusterService>(router, all.resources, all.machines, all.volumes, all.memberships, all.owned);
    make<JobService>(router, *m_store, all.resources, all.volumes, all.planner, all.jobs);
    make<JobCheckService>(router, all.machines, all.clusters, all.volumes, all.planner);
    make<JobFileService>(router, all.machines, all.jobs);
    make<JobFetchService>(router, all.machines, all.jobs, all.transferQueue);
    make<LogService>(router, *m_store, all.logs);
    make<StorageService>(router, all.resources, all.machines, all.places, all.storageAccounts);
    make<StorageAccountService>(router, all.resources, all.secretStore, all.owned, all.notices, all.storageAccounts);
    m_transfers = &make<TransferService>(router, *m_store, all.transferQueue, all.places);
    connect(m_transfers, &TransferService::transferred, this, &EngineLink::transferred);
    make<SampleService>(router, *m_store, all.resources, all.machines, all.planner, all.jobs);
}

QFuture<Result<QJsonValue>> Service::call(const QString &method, const QJsonObject &parameters,
                                          const Progress &progress)
{
    const Reply reply(progress);
    if (method != u"engine.status"_s)
        m_engine->touch();
    m_router->call(method, parameters, reply);
    return reply.future();
}

} // namespace engine
