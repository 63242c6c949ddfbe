// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QFuture>
#include <QJsonValue>
#include <QPromise>

#include <memory>

namespace engine {

/// The answer to one call, given once from anywhere in the engine's thread. Copies answer the same call; a call whose
/// replies all die unanswered, with what they waited for, is answered with Canceled: somebody waits for it.
class Reply
{
public:
    [[nodiscard]] QFuture<Result<QJsonValue>> future() const { return m_call->promise.future(); }

    void operator()(const Result<QJsonValue> &answer) const { m_call->finish(answer); }

private:
    struct Call
    {
        Call() { promise.start(); }
        ~Call()
        {
            if (!promise.future().isFinished())
                finish(Error{ErrorCode::Canceled,
                             QT_TRANSLATE_NOOP("engine", "This was given up: what it was about is gone."),
                             {},
                             {},
                             {}});
        }
        Q_DISABLE_COPY_MOVE(Call)

        void finish(const Result<QJsonValue> &answer)
        {
            promise.addResult(answer);
            promise.finish();
        }

        QPromise<Result<QJsonValue>> promise;
    };

    std::shared_ptr<Call> m_call = std::make_shared<Call>();
};

} // namespace engine
