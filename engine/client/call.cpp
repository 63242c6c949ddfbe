// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/call.h"

#include "engine/base/whenfinished.h"

namespace engine {

void ask(EngineLink &link, const char *method, const QJsonObject &parameters, const QFuture<void> &caller,
         std::function<void(const Result<QJsonValue> &)> give, const Progress &progress)
{
    auto answer = link.call(QLatin1StringView(method), parameters, progress);
    whenCanceled(caller, &link, [answer]() mutable { answer.cancel(); });
    answer.then([give = std::move(give)](const QFuture<Result<QJsonValue>> &answered) mutable {
        const auto once = std::exchange(give, {});
        if (!answered.isCanceled() && answered.resultCount() > 0)
            once(answered.result());
    });
}

} // namespace engine
