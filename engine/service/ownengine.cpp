// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/ownengine.h"

#include "engine/base/descriptorlimit.h"
#include "engine/base/whenfinished.h"
#include "engine/rpc/inprocesslink.h"
#include "engine/rpc/profile/profile.h"
#include "engine/rpc/profile/profilelock.h"
#include "engine/rpc/rpclink.h"
#include "engine/rpc/rpcserver.h"
#include "engine/service/service.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

/// Connection to an engine that another process runs on the profile.
class AttachedEngine final : public Engine
{
public:
    explicit AttachedEngine(const QString &profile) : m_link(socketPath(profile)) { }
    EngineLink &link() override { return m_link; }
    [[nodiscard]] bool isOwn() const override { return false; }

private:
    RpcLink m_link;
};

} // namespace

Result<std::unique_ptr<Engine>> Engine::create(const QString &profile, EngineKind kind, Attach attach,
                                               const std::shared_ptr<LogReaders> &readers)
{
    raiseDescriptorLimit();
    QJsonObject secrets;
    auto lock = acquireProfile(profile, kind, attach, &secrets);
    if (lock)
        return OwnEngine::start({profile, kind, {}, secrets, readers}, std::move(*lock));
    if (lock.error().code == ErrorCode::Busy && kind == EngineKind::Console)
        return std::unique_ptr<Engine>(std::make_unique<AttachedEngine>(profile));
    return lock.error();
}

Result<std::unique_ptr<Engine>> OwnEngine::start(Service::Options options, std::unique_ptr<ProfileLock> lock)
{
    auto store = Store::open(options.profileDirectory, options.notices);
    if (!store)
        return store.error();
    auto engine = std::unique_ptr<OwnEngine>(new OwnEngine);
    engine->m_lock = std::move(lock);
    const auto listening = engine->run(options, std::move(*store), socketPath(options.profileDirectory));
    if (!listening)
        return listening.error();
    return std::unique_ptr<Engine>(std::move(engine));
}

Result<void> OwnEngine::run(const Service::Options &options, std::unique_ptr<Store> store, const QString &socket)
{
    // Created here and moved to the engine's thread: the socket must work before anybody is told of the engine.
    m_service = new Service(options, std::move(store));
    m_server = new RpcServer(*m_service, m_service);
    const auto listening = m_server->listen(socket);
    if (!listening) {
        delete std::exchange(m_service, nullptr);
        return listening;
    }
    m_link = std::make_unique<InProcessLink>(*m_service);
    connect(m_service, &Service::endRequested, m_server, &RpcServer::close);
    connect(m_server, &RpcServer::closed, this, &Engine::endRequested);
    m_thread.setObjectName(u"engine"_s);
    m_service->moveToThread(&m_thread);
    connect(&m_thread, &QThread::started, m_service, &Service::begin);
    connect(m_service, &QObject::destroyed, &m_thread, &QThread::quit, Qt::DirectConnection);
    m_thread.start();
    return {};
}

OwnEngine::~OwnEngine()
{
    // Before the event loop ends: connections to machines are deleted by deleteLater().
    if (m_service)
        m_service->deleteLater();
    m_thread.wait();
}

} // namespace engine
