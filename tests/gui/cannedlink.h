// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonObject>
#include <QPromise>

namespace testing {

/// A link that answers each method with the value it was given, and remembers the calls.
class CannedLink final : public engine::EngineLink
{
public:
    using EngineLink::EngineLink;

    QHash<QString, engine::Result<QJsonValue>> answers;
    QList<std::pair<QString, QJsonObject>> calls;

    QFuture<engine::Result<QJsonValue>> call(const QString &method, const QJsonObject &parameters) override
    {
        calls.append({method, parameters});
        QPromise<engine::Result<QJsonValue>> promise;
        auto future = promise.future();
        promise.start();
        promise.addResult(answers.value(method, engine::Result<QJsonValue>(QJsonValue(QJsonArray()))));
        promise.finish();
        return future;
    }
    [[nodiscard]] bool isConnected() const override { return true; }

    [[nodiscard]] bool wasCalled(const QString &method) const
    {
        for (const auto &[name, parameters] : calls) {
            if (name == method)
                return true;
        }
        return false;
    }
};

} // namespace testing
