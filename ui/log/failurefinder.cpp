// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/failurefinder.h"

#include "engine/base/whenfinished.h"
#include "ui/log/logfiles.h"

#include <QFileInfo>
#include <QtConcurrentRun>

namespace ui {

namespace {

constexpr qsizetype mostLogs = 64; // of a thousand processes those that failed first say it, or nobody does

} // namespace

void FailureFinder::setJob(const engine::JobSnapshot &job)
{
    QList<engine::LogFileSnapshot> logs;
    if (job.state == engine::JobState::Failed)
        logs = logsByFailure(job, job.logs).mid(0, mostLogs);
    QList<qint64> sizes;
    for (const engine::LogFileSnapshot &log : std::as_const(logs))
        sizes.append(QFileInfo(log.spoolPath).size());
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
    if (m_logs.isEmpty())
        return take({}, {});
    QStringList paths;
    for (const engine::LogFileSnapshot &log : std::as_const(m_logs))
        paths.append(log.spoolPath);
    m_isLooking = true;
    engine::whenFinished(QtConcurrent::run(engine::logFailure, paths), this,
                         [this, looked = m_logs](const std::optional<engine::LogFailure> &failure) {
                             m_isLooking = false;
                             take(failure, failure ? looked.value(failure->log) : engine::LogFileSnapshot());
                             if (m_isStale)
                                 look();
                         });
}

void FailureFinder::take(const std::optional<engine::LogFailure> &failure, const engine::LogFileSnapshot &log)
{
    if (m_failure == failure && m_log == log)
        return;
    m_failure = failure;
    m_log = log;
    emit changed();
}

} // namespace ui
