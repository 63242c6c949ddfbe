// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/protocol/method.h"

#include <QPromise>

#include <functional>
#include <memory>

namespace engine {

/// Calls \a give once: with the answer, or with Error::canceled() when \a caller is canceled. \a give is not called
/// when the link dies first. Thread: the link's.
void ask(EngineLink &link, const char *method, const QJsonObject &parameters, const QFuture<void> &caller,
         std::function<void(const Result<QJsonValue> &)> give, const Progress &progress = {});

/// Calls the engine. The future has the answer in its type, or converted by \a convert; canceling it cancels the call.
/// \a progress: as for EngineLink::call(); a value that was sent before the cancellation may still arrive.
template <typename Request, typename Answer, typename Convert>
auto call(EngineLink &link, const Method<Request, Answer> &method, const std::type_identity_t<Request> &request,
          Convert convert, const Progress &progress = {})
{
    using Converted = std::invoke_result_t<Convert, const Answer &>;
    const auto promise = std::make_shared<QPromise<Result<Converted>>>();
    promise->start();
    ask(
        link, method.name, JsonOf<Request>::write(request).toObject(), QFuture<void>(promise->future()),
        [method, promise, convert](const Result<QJsonValue> &result) {
            Answer answer;
            if (!result)
                promise->addResult(Result<Converted>(result.error()));
            else if (!readJson(*result, answer))
                promise->addResult(Result<Converted>(unreadable(method.name)));
            else if constexpr (std::is_void_v<Converted>)
                promise->addResult((convert(answer), Result<void>()));
            else
                promise->addResult(Result<Converted>(convert(answer)));
            promise->finish();
        },
        progress);
    return promise->future();
}

template <typename Request, typename Answer>
QFuture<Result<Answer>> call(EngineLink &link, const Method<Request, Answer> &method,
                             const std::type_identity_t<Request> &request)
{
    return call(link, method, request, [](const Answer &answer) { return answer; });
}

/// For methods whose answer is Nothing.
template <typename Request>
QFuture<Result<void>> call(EngineLink &link, const Method<Request, Nothing> &method,
                           const std::type_identity_t<Request> &request)
{
    return call(link, method, request, [](const Nothing &) {});
}

/// Converts a list of objects.
template <typename T> auto toListBy(T (*convert)(const QJsonObject &))
{
    return [convert](const QJsonArray &array) {
        QList<T> list;
        for (const QJsonValue &each : array)
            list.append(convert(each.toObject()));
        return list;
    };
}

} // namespace engine
