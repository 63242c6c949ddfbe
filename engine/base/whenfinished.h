// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QFutureWatcher>
#include <QPromise>

#include <memory>
#include <utility>

namespace engine {

/// Calls \a receive with the result of \a future in the thread of \a context, unless \a context dies first.
/// If T has canceled(), as Result has, \a receive is always called: with T::canceled() when the future was canceled or
/// its promise was destroyed. Any other T is delivered only if the future is not canceled.
/// Replaces QFuture::then(). In Qt 6.4 then() runs a continuation twice when another thread finishes the future at that
/// moment, uses a freed continuation when a finished future is canceled, and asserts when the context died first.
template <typename T, typename Receive> void whenFinished(const QFuture<T> &future, QObject *context, Receive &&receive)
{
    auto *watcher = new QFutureWatcher<T>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context,
                     [watcher, receive = std::forward<Receive>(receive)]() mutable {
                         watcher->deleteLater();
                         if (!watcher->isCanceled() && watcher->future().resultCount() > 0)
                             receive(watcher->result());
                         else if constexpr (requires { T::canceled(); })
                             receive(T::canceled());
                     });
    watcher->setFuture(future);
}

/// A future of \a change applied to the result of \a future, in the thread of \a context. The future is canceled when
/// \a context dies.
template <typename T, typename Change>
QFuture<std::invoke_result_t<Change, const T &>> transformed(const QFuture<T> &future, QObject *context, Change change)
{
    const auto promise = std::make_shared<QPromise<std::invoke_result_t<Change, const T &>>>();
    promise->start();
    whenFinished(future, context, [promise, change](const T &result) {
        promise->addResult(change(result));
        promise->finish();
    });
    return promise->future();
}

/// As above for several futures of a T with canceled(): \a receive gets all results, in the order of \a futures. An
/// empty list is delivered at once.
template <typename T, typename Receive>
void whenAllFinished(const QList<QFuture<T>> &futures, QObject *context, Receive receive)
{
    if (futures.isEmpty())
        return receive(QList<T>());
    const auto results = std::make_shared<QList<T>>(futures.size());
    const auto open = std::make_shared<qsizetype>(futures.size());
    for (qsizetype i = 0; i < futures.size(); ++i) {
        whenFinished(futures.at(i), context, [results, open, i, receive](const T &result) mutable {
            (*results)[i] = result;
            if (--*open == 0)
                receive(*results);
        });
    }
}

/// Calls \a act when \a future is canceled before it has finished, unless \a context dies first. Thread: that of \a
/// context, which must be the caller's.
template <typename T, typename Act> void whenCanceled(const QFuture<T> &future, QObject *context, Act &&act)
{
    auto *watcher = new QFutureWatcher<T>(context);
    QObject::connect(watcher, &QFutureWatcherBase::canceled, context, std::forward<Act>(act));
    QObject::connect(watcher, &QFutureWatcherBase::finished, watcher, &QObject::deleteLater);
    watcher->setFuture(future);
}

} // namespace engine
