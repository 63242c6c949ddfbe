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
/// replies all die unanswered is cancelled.
class Reply
{
public:
    Reply() : m_promise(std::make_shared<QPromise<Result<QJsonValue>>>()) { m_promise->start(); }

    [[nodiscard]] QFuture<Result<QJsonValue>> future() const { return m_promise->future(); }

    void operator()(Result<QJsonValue> answer) const
    {
        m_promise->addResult(std::move(answer));
        m_promise->finish();
    }

private:
    std::shared_ptr<QPromise<Result<QJsonValue>>> m_promise;
};

} // namespace engine
