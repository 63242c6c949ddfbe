// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/base/whenfinished.h"

#include <QPromise>

#include <memory>

namespace engine {

/// The answer to one call, to be given once, in the engine's thread. Copies answer the same call. A call whose copies
/// are all destroyed without an answer is answered with Canceled.
class Reply
{
public:
    Reply() : Reply(Progress()) { }
    explicit Reply(const Progress &progress) : m_call(std::make_shared<Call>(progress)) { }

    [[nodiscard]] QFuture<Result<QJsonValue>> future() const { return m_call->promise.future(); }

    void operator()(const Result<QJsonValue> &answer) const { m_call->finish(answer); }

    /// Sends progress of the call; nothing after the answer or a cancellation. \a taken is called in the engine's
    /// thread when the caller has received the value. A sender that waits for \a taken before the next value loses
    /// none.
    void progress(const QJsonValue &value, const Progress::Taken &taken = {}) const
    {
        if (m_call->progress && !isCanceled() && !future().isFinished())
            m_call->progress(value, taken);
    }
    /// The caller canceled the call, or disconnected.
    [[nodiscard]] bool isCanceled() const { return m_call->promise.isCanceled(); }
    /// Calls \a act when the call is canceled before its answer, unless \a context dies first. If \a act holds a copy
    /// of the reply, the call is not answered with Canceled on its own.
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

        // Only once: a promise that finishes twice would run its continuations twice.
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
