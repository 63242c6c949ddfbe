// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/rpc/inprocesslink.h"

#include "engine/rpc/reply.h"

#include <QMutex>

#include <optional>

namespace engine {

namespace {

/// Latest value on its way to another thread: a newer value replaces an undelivered one.
struct Newest
{
    QMutex mutex;
    std::optional<QJsonValue> value;
    Progress::Taken taken;
};

} // namespace

InProcessLink::InProcessLink(EngineLink &service) : m_service(service)
{
    // Queued: the receiver lives in another thread.
    connect(&service, &EngineLink::changed, this, &EngineLink::changed);
    connect(&service, &EngineLink::transferred, this, &EngineLink::transferred);
    connect(&service, &EngineLink::noticed, this, &EngineLink::noticed);
}

QFuture<Result<QJsonValue>> InProcessLink::call(const QString &method, const QJsonObject &parameters,
                                                const Progress &progress)
{
    const Reply reply;
    const Progress told = progress ? carried(progress, reply.future()) : Progress();
    QMetaObject::invokeMethod(&m_service, [service = &m_service, method, parameters, reply, told] {
        auto answered = service->call(method, parameters, told);
        reply.onCanceled(service, [answered, reply]() mutable {
            answered.cancel();
            reply(Error{}); // finishes a call that its caller canceled
        });
        whenFinished(answered, service, reply);
    });
    return reply.future();
}

Progress InProcessLink::carried(const Progress &progress, const QFuture<Result<QJsonValue>> &call)
{
    return [this, progress, call, newest = std::make_shared<Newest>()](const QJsonValue &value,
                                                                       const Progress::Taken &told) {
        const QMutexLocker filling(&newest->mutex);
        newest->taken = told;
        if (std::exchange(newest->value, value))
            return;
        const auto deliver = [this, progress, call, newest] {
            QMutexLocker taking(&newest->mutex);
            const QJsonValue heard = *std::exchange(newest->value, std::nullopt);
            const Progress::Taken taken = std::exchange(newest->taken, {});
            taking.unlock();
            if (call.isCanceled())
                return;
            progress(heard);
            if (taken)
                QMetaObject::invokeMethod(&m_service, taken);
        };
        QMetaObject::invokeMethod(this, deliver, Qt::QueuedConnection);
    };
}

} // namespace engine
