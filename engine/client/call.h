// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/protocol/method.h"

namespace engine {

/// Asks the engine; the answer in its type, or converted by \a convert.
template <typename Request, typename Answer, typename Convert>
auto call(EngineLink &link, const Method<Request, Answer> &method, const std::type_identity_t<Request> &request,
          Convert convert)
{
    using Converted = std::invoke_result_t<Convert, const Answer &>;
    const QString name = QString::fromLatin1(method.name);
    return link.call(name, JsonOf<Request>::write(request).toObject())
        .then([name, convert](const Result<QJsonValue> &result) -> Result<Converted> {
            if (!result)
                return result.error();
            const Result<Answer> answer = answerFrom<Answer>(name, *result);
            if (!answer)
                return answer.error();
            if constexpr (std::is_void_v<Converted>)
                return {};
            else
                return convert(*answer);
        });
}

template <typename Request, typename Answer>
QFuture<Result<Answer>> call(EngineLink &link, const Method<Request, Answer> &method,
                             const std::type_identity_t<Request> &request)
{
    return call(link, method, request, [](const Answer &answer) { return answer; });
}

/// For methods that answer only that it is done.
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
