// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QFutureWatcher>
#include <QPromise>

#include <memory>
#include <utility>

namespace engine {

/// Calls \a receive with the future's result, in \a context's thread, unless \a context dies first. A value with a
/// givenUp(), as a Result, comes in any case, so that nobody waits for ever: that is the one of a future that was
/// cancelled, or whose promise died. Any other value comes unless the future is cancelled. Stands in for
/// QFuture::then(): Qt 6.4 runs its continuation twice when the future is finished by another thread just then, follows
/// a freed one when a finished future is cancelled, and asserts when a context died first.
template <typename T, typename Receive> void whenFinished(const QFuture<T> &future, QObject *context, Receive &&receive)
{
    auto *watcher = new QFutureWatcher<T>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context,
                     [watcher, receive = std::forward<Receive>(receive)]() mutable {
                         watcher->deleteLater();
                         if (!watcher->isCanceled() && watcher->future().resultCount() > 0)
                             receive(watcher->result());
                         else if constexpr (requires { T::givenUp(); })
                             receive(T::givenUp());
                     });
    watcher->setFuture(future);
}

/// A future of what \a change makes of the other's result, in \a context's thread. It is cancelled when \a context
/// dies.
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

/// The same of several, whose values have a givenUp(): \a receive gets all of them in their order; of none at once.
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

/// Calls \a act in \a context's thread, which is the caller's, when the future is cancelled before it has finished,
/// unless \a context dies first.
template <typename T, typename Act> void whenCanceled(const QFuture<T> &future, QObject *context, Act &&act)
{
    auto *watcher = new QFutureWatcher<T>(context);
    QObject::connect(watcher, &QFutureWatcherBase::canceled, context, std::forward<Act>(act));
    QObject::connect(watcher, &QFutureWatcherBase::finished, watcher, &QObject::deleteLater);
    watcher->setFuture(future);
}

} // namespace engine
