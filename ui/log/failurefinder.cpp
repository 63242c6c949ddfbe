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

constexpr qsizetype mostWatched = 64; // for lines that come; that the others are whole is told

} // namespace

FailureFinder::~FailureFinder()
{
    m_work.cancel();
}

void FailureFinder::setJob(const engine::JobSnapshot &job)
{
    const engine::FailureLogs logs = engine::failureLogs(job);
    QList<qint64> sizes;
    for (qsizetype i = 0; i < std::min(mostWatched, logs.files.size()); ++i)
        sizes.append(QFileInfo(logs.files.at(i).spoolPath).size());
    if (logs == m_logs && sizes == m_sizes)
        return;
    m_logs = logs;
    m_sizes = sizes;
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
    using Cause = std::optional<engine::JobCause>;
    const QFuture<Cause> found = QtConcurrent::run(&engine::workerPool(), [logs = m_logs](QPromise<Cause> &promise) {
        promise.addResult(engine::jobCause(logs, [&promise] { return promise.isCanceled(); }));
    });
    m_work = found;
    engine::whenFinished(found, this, [this](const Cause &cause) {
        m_isLooking = false;
        take(cause);
        if (m_isStale)
            look();
    });
}

void FailureFinder::take(const std::optional<engine::JobCause> &cause)
{
    if (m_failure == cause)
        return;
    m_failure = cause;
    emit changed();
}

} // namespace ui
