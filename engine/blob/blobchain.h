// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/whenfinished.h"
#include "engine/blob/blobservice.h"

namespace engine {

/// A call of several requests of an account, one after the other. Canceling its future cancels the request that runs.
/// Ends with Canceled when the account's service is gone, which it does not keep alive. Thread: the service's, but for
/// begin().
template <typename T> class BlobChain final : public std::enable_shared_from_this<BlobChain<T>>
{
public:
    using Ptr = std::shared_ptr<BlobChain>;

    /// Calls \a first with the chain, in the service's thread. Any thread.
    template <typename First>
    [[nodiscard]] static QFuture<Result<T>> begin(const std::shared_ptr<BlobService> &service, First first)
    {
        const auto chain = std::make_shared<BlobChain>(service);
        const QFuture<Result<T>> future = chain->m_promise.future();
        QMetaObject::invokeMethod(
            service->context(),
            [chain, first] {
                whenCanceled(chain->m_promise.future(), chain->m_context, [weak = std::weak_ptr(chain)] {
                    const Ptr canceled = weak.lock();
                    if (canceled && canceled->m_cancel)
                        canceled->m_cancel();
                });
                first(chain);
            },
            Qt::QueuedConnection);
        return future;
    }
    explicit BlobChain(const std::shared_ptr<BlobService> &service) : m_service(service), m_context(service->context())
    {
        m_promise.start();
    }

    /// Sends \a request, which takes the service, and calls \a next with its result.
    template <typename Request, typename Next> void ask(Request request, Next next)
    {
        const std::shared_ptr<BlobService> service = m_service.lock();
        if (!service || m_promise.isCanceled())
            return end(Error::canceled());
        auto future = request(*service);
        m_cancel = [future]() mutable { future.cancel(); };
        whenFinished(future, m_context, [self = this->shared_from_this(), next](const auto &result) { next(result); });
    }
    void end(const Result<T> &result)
    {
        m_promise.addResult(result);
        m_promise.finish();
    }

private:
    QPromise<Result<T>> m_promise;
    std::weak_ptr<BlobService> m_service;
    QObject *m_context; // lives while calls reach it
    std::function<void()> m_cancel;
};

} // namespace engine
