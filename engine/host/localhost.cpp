// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/localhost.h"

#include "engine/host/commandrun.h"
#include "engine/host/localprocess.h"
#include "engine/host/localsession.h"

namespace engine {

LocalHost::LocalHost() : m_runs(new QObject)
{
    m_thread.setObjectName(QLatin1StringView("localhost"));
    m_runs->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_runs, &QObject::deleteLater);
    m_thread.start();
}

LocalHost::~LocalHost()
{
    m_thread.quit();
    m_thread.wait();
}

QFuture<Result<void>> LocalHost::open(const QList<Answer> &)
{
    return QtFuture::makeReadyFuture(Result<void>());
}

QFuture<Result<CommandResult>> LocalHost::run(const RemoteCommand &command)
{
    auto promise = std::make_shared<CommandRun::Promise>();
    promise->start();
    // The queued call owns the promise: if the thread ends first, the future is canceled.
    QMetaObject::invokeMethod(m_runs, [runs = m_runs, command, promise] {
        new CommandRun(std::make_unique<LocalProcess>(command), command.deadline, promise, runs);
    });
    return promise->future();
}

QFuture<Result<std::shared_ptr<BulkSession>>> LocalHost::openBulk()
{
    return QtFuture::makeReadyFuture(Result<std::shared_ptr<BulkSession>>(std::make_shared<LocalSession>()));
}

std::unique_ptr<RemoteProcess> LocalHost::stream(const RemoteCommand &command)
{
    return std::make_unique<LocalProcess>(command);
}

} // namespace engine
