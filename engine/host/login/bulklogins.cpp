// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/login/bulklogins.h"

#include "engine/base/whenfinished.h"
#include "engine/host/login/sshcredentials.h"
#include "engine/ssh/bulkpool.h"

#include <QPromise>

namespace engine {

namespace {

constexpr std::chrono::seconds bulkInterval{5};

} // namespace

BulkLogins::BulkLogins(std::shared_ptr<SshCredentials> credentials, QObject *loopContext, QObject *host)
    : m_credentials(std::move(credentials)), m_loopContext(loopContext), m_pool(std::make_shared<BulkPool>()),
      m_timer(host)
{
    m_timer.setInterval(bulkInterval);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
        if (!m_pool->prune())
            m_timer.stop();
    });
    m_pool->setTimer(&m_timer);
}

BulkLogins::~BulkLogins()
{
    m_pool->setTimer(nullptr);
}

QFuture<Result<std::shared_ptr<BulkSession>>> BulkLogins::open()
{
    if (auto kept = m_pool->take())
        return QtFuture::makeReadyFuture(Result<std::shared_ptr<BulkSession>>(std::move(kept)));
    return logIn([](BulkSession &) {});
}

void BulkLogins::prepare(size_t sessions)
{
    for (size_t there = m_pool->count(); there < sessions; ++there)
        (void)logIn([](BulkSession &session) { session.keep(); });
}

void BulkLogins::drop()
{
    m_pool->drop();
}

QFuture<Result<std::shared_ptr<BulkSession>>> BulkLogins::logIn(BeforeUse beforeUse) const
{
    const int before = m_pool->generation(); // a drop() during the login concerns its session, too
    const auto promise = std::make_shared<QPromise<Result<std::shared_ptr<BulkSession>>>>();
    promise->start();
    const auto lend = [pool = m_pool, before, counted = m_pool->countOne(), beforeUse,
                       promise](const Result<std::shared_ptr<SshLogin>> &made) {
        const auto take = [&]() -> Result<std::shared_ptr<BulkSession>> {
            if (!made)
                return made.error();
            auto session = pool->lend(std::make_unique<SshBulkSession>(std::move(**made)), before);
            beforeUse(*session);
            return session;
        };
        promise->addResult(take());
        promise->finish();
    };
    // Continues in the loop's thread, since the caller's may have no event loop.
    QMetaObject::invokeMethod(
        m_loopContext,
        [context = m_loopContext, login = m_credentials->login(), lend, promise] {
            whenFinished(login, context, lend);
            whenCanceled(promise->future(), context, [promise, login]() mutable {
                login.cancel();
                promise->finish();
            });
        },
        Qt::QueuedConnection);
    return promise->future();
}

} // namespace engine
