// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/base/whenfinished.h"

#include <QPromise>

#include <memory>

namespace engine {

/// The answer to one call, given once from anywhere in the engine's thread. Copies answer the same call; a call whose
/// replies all die unanswered, with what they waited for, is answered with Canceled: somebody waits for it.
class Reply
{
public:
    Reply() : Reply(Progress()) { }
    explicit Reply(const Progress &progress) : m_call(std::make_shared<Call>(progress)) { }

    [[nodiscard]] QFuture<Result<QJsonValue>> future() const { return m_call->promise.future(); }

    void operator()(const Result<QJsonValue> &answer) const { m_call->finish(answer); }

    /// Tells the caller how far the call is; nobody, once it was answered or given up. \a taken is called in the
    /// engine's thread when the caller has the value. Who tells the next one only then can count on each.
    void progress(const QJsonValue &value, const Progress::Taken &taken = {}) const
    {
        if (m_call->progress && !isCanceled() && !future().isFinished())
            m_call->progress(value, taken);
    }
    /// The caller gave the call up, or is gone.
    [[nodiscard]] bool isCanceled() const { return m_call->promise.isCanceled(); }
    /// Calls \a act when that happens before the answer, unless \a context dies first. An \a act that holds a reply
    /// keeps the call from being answered by itself.
    template <typename Act> void onCanceled(QObject *context, Act &&act) const
    {
        whenCanceled(future(), context, std::forward<Act>(act));
    }

private:
    struct Call
    {
        explicit Call(const Progress &told) : progress(told) { promise.start(); }
        ~Call()
        {
            finish(Error::of(ErrorCode::Canceled,
                             QT_TRANSLATE_NOOP("engine", "This was given up: what it was about is gone.")));
        }
        Q_DISABLE_COPY_MOVE(Call)

        // Once: a promise that finishes again would run what waits for it again.
        void finish(const Result<QJsonValue> &answer)
        {
            if (promise.future().isFinished())
                return;
            promise.addResult(answer);
            promise.finish();
        }

        QPromise<Result<QJsonValue>> promise;
        Progress progress;
    };

    std::shared_ptr<Call> m_call;
};

} // namespace engine
