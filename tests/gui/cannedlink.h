// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonObject>
#include <QPromise>

#include <algorithm>
#include <memory>

namespace canned {

using Answer = engine::Result<QJsonValue>;

/// An engine link that answers each method with a given value and records the calls. There is no engine.
class CannedLink final : public engine::EngineLink
{
public:
    /// \a snapshot: the answer to resource.snapshot.
    explicit CannedLink(const QJsonObject &snapshot = {}) { setSnapshot(snapshot); }

    QHash<QString, Answer> answers; ///< by method
    /// The answer to methods without one in answers.
    Answer fallback = engine::Error::of(engine::ErrorCode::NotFound, {"There is no such thing."});
    QList<std::pair<QString, QJsonObject>> calls;

    QFuture<Answer> call(const QString &method, const QJsonObject &parameters,
                         const engine::Progress &progress = {}) override
    {
        calls.append({method, parameters});
        auto promise = std::make_shared<QPromise<Answer>>();
        auto future = promise->future();
        promise->start();
        if (m_held.contains(method))
            m_held[method].append({promise, progress});
        else
            finish(*promise, answers.value(method, fallback));
        return future;
    }
    [[nodiscard]] bool isConnected() const override { return true; }

    void setSnapshot(const QJsonObject &snapshot)
    {
        answers[QStringLiteral("resource.snapshot")] = QJsonValue(snapshot);
    }
    /// Makes further calls of \a method wait for release().
    void hold(const QString &method) { m_held.insert(method, {}); }
    /// Reports progress to the oldest waiting call of \a method.
    void tell(const QString &method, const QJsonValue &value)
    {
        Q_ASSERT(!m_held.value(method).isEmpty());
        m_held.value(method).constFirst().progress(value);
    }
    /// Answers the oldest waiting call of \a method.
    void release(const QString &method, const Answer &answer)
    {
        Q_ASSERT(!m_held.value(method).isEmpty());
        finish(*m_held[method].takeFirst().promise, answer);
    }

    /// True when a waiting call of \a method was canceled.
    [[nodiscard]] bool isCanceled(const QString &method) const
    {
        const auto held = m_held.value(method);
        return std::any_of(held.cbegin(), held.cend(), [](const Held &call) { return call.promise->isCanceled(); });
    }

    [[nodiscard]] int count(const QString &method) const
    {
        int found = 0;
        for (const auto &[name, parameters] : calls)
            found += name == method ? 1 : 0;
        return found;
    }
    [[nodiscard]] bool wasCalled(const QString &method) const { return count(method) > 0; }
    /// The parameters of the last call of \a method; empty when there was none.
    [[nodiscard]] QJsonObject lastCall(const QString &method) const
    {
        QJsonObject last;
        for (const auto &[name, parameters] : calls) {
            if (name == method)
                last = parameters;
        }
        return last;
    }

private:
    struct Held
    {
        std::shared_ptr<QPromise<Answer>> promise;
        engine::Progress progress;
    };

    static void finish(QPromise<Answer> &promise, const Answer &answer)
    {
        promise.addResult(answer);
        promise.finish();
    }

    QHash<QString, QList<Held>> m_held;
};

} // namespace canned
