// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/router.h"

namespace engine {

void Router::call(const QString &method, const QJsonObject &parameters, const Reply &reply) const
{
    if (const Handler handler = m_handlers.value(method))
        return handler(parameters, reply);
    reply(Error{ErrorCode::InvalidArgument,
                {QT_TRANSLATE_NOOP("engine", "This engine (version %2) knows no method \"%1\"."),
                 {method, QStringLiteral(BATCHDECK_VERSION)}},
                method});
}

QObject *Router::waiter(const Reply &reply, QObject *subject) const
{
    auto *waiter = new QFutureWatcher<Result<QJsonValue>>(subject);
    connect(waiter, &QFutureWatcherBase::canceled, waiter, &QObject::deleteLater);
    connect(waiter, &QFutureWatcherBase::finished, waiter, &QObject::deleteLater);
    connect(this, &Router::ending, waiter,
            [reply] { reply(Error::of(ErrorCode::Unreachable, QT_TRANSLATE_NOOP("engine", "The engine ends."))); });
    waiter->setFuture(reply.future());
    return waiter;
}

} // namespace engine
