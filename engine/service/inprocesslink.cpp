// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/inprocesslink.h"

#include "engine/base/whenfinished.h"
#include "engine/service/reply.h"

namespace engine {

InProcessLink::InProcessLink(EngineLink &service) : m_service(service)
{
    // Queued across the threads: the receiver's thread decides.
    connect(&service, &EngineLink::changed, this, &EngineLink::changed);
    connect(&service, &EngineLink::transferred, this, &EngineLink::transferred);
    connect(&service, &EngineLink::noticed, this, &EngineLink::noticed);
}

QFuture<Result<QJsonValue>> InProcessLink::call(const QString &method, const QJsonObject &parameters)
{
    const Reply reply;
    QMetaObject::invokeMethod(&m_service, [service = &m_service, method, parameters, reply] {
        whenFinished(service->call(method, parameters), service, reply);
    });
    return reply.future();
}

} // namespace engine
