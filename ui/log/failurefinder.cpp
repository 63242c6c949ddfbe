// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/failurefinder.h"

#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"

#include <QFileInfo>
#include <QtConcurrentRun>

#include <algorithm>

namespace ui {

namespace {

constexpr qsizetype mostWatched = 64; // files checked for growth; of further ones only the snapshot's changes count

QList<qint64> sizesOf(const engine::FailureLogs &logs)
{
    QList<qint64> sizes;
    for (qsizetype i = 0; i < std::min(mostWatched, logs.files.size()); ++i)
        sizes.append(QFileInfo(logs.files.at(i).spoolPath).size());
    return sizes;
}

} // namespace

void FailureFinder::setJob(const engine::JobSnapshot &job)
{
    m_logs = engine::failureLogs(job);
    m_isStale = m_isLooking;
    if (!m_isLooking)
        look();
}

void FailureFinder::look()
{
    m_isStale = false;
    if (m_logs.files.isEmpty())
        return take({});
    m_isLooking = true;
    const auto read = [logs = m_logs, before = m_seen](QPromise<Seen> &promise) {
        Seen now{logs, sizesOf(logs), before.cause};
        if (now.logs != before.logs || now.sizes != before.sizes)
            now.cause = engine::jobCause(logs, [&promise] { return promise.isCanceled(); });
        promise.addResult(now);
    };
    m_work = QtConcurrent::run(&engine::workerPool(), read);
    engine::whenFinished(m_work, this, [this](const Seen &seen) {
        m_isLooking = false;
        take(seen);
        if (m_isStale)
            look();
    });
}

void FailureFinder::take(const Seen &seen)
{
    const bool isNew = m_seen.cause != seen.cause;
    m_seen = seen;
    if (isNew)
        emit changed();
}

} // namespace ui
