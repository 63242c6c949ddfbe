// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/call.h"

#include "engine/base/whenfinished.h"

namespace engine {

void ask(EngineLink &link, const char *method, const QJsonObject &parameters, const QFuture<void> &caller,
         std::function<void(const Result<QJsonValue> &)> give, const Progress &progress)
{
    auto answer = link.call(QLatin1StringView(method), parameters, progress);
    if (answer.isFinished() && !answer.isCanceled())
        return give(answer.result());
    whenCanceled(caller, &link, [answer]() mutable { answer.cancel(); });
    // Not QFuture::then(): Qt 6.4 cancels continuations of a finished future after it was freed.
    whenFinished(answer, &link, give);
}

} // namespace engine
