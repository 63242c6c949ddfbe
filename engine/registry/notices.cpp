// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/notices.h"

#include "engine/base/whenfinished.h"

#include <QDateTime>

namespace engine {

void Notices::storeFailed(const Error &error)
{
    // On a full disk every write fails: one notice at once, then one in this interval.
    constexpr qint64 silenceMs = 10 * 60 * 1000;
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    if (m_storeFailureToldMs && qAbs(now - *m_storeFailureToldMs) < silenceMs)
        return;
    m_storeFailureToldMs = now;
    emit noticed(error.message);
}

void Notices::watch(const QFuture<Result<void>> &written)
{
    whenFinished(written, this, [this](const Result<void> &result) {
        if (!result)
            storeFailed(result.error());
    });
}

} // namespace engine
