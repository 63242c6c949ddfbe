// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QFutureWatcher>

#include <utility>

namespace engine {

/// Calls \a receive with the future's result, in \a context's thread, unless \a context dies first or the future is
/// cancelled. Stands in for QFuture::then(context, …), which on Qt 6.4 asserts when the context died first.
template <typename T, typename Receive> void whenFinished(const QFuture<T> &future, QObject *context, Receive &&receive)
{
    auto *watcher = new QFutureWatcher<T>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context,
                     [watcher, receive = std::forward<Receive>(receive)]() mutable {
                         watcher->deleteLater();
                         if (!watcher->isCanceled() && watcher->future().resultCount() > 0)
                             receive(watcher->result());
                     });
    watcher->setFuture(future);
}

} // namespace engine
