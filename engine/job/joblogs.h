// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/job/joblogs.h"
#include "engine/job/jobrecord.h"
#include "engine/log/logcollector.h"

#include <QObject>

namespace engine {

/// Copies the log files of one job from all its nodes into the spool. Thread: the engine's.
class JobLogs final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobLogs)

public:
    /// \a spool: folder of the job.
    JobLogs(LogCollector &logs, QString spool, QObject *parent);

    [[nodiscard]] bool isOpen() const { return !m_open.isEmpty(); } ///< a file is still being copied
    /// Follows the logs and samples of \a run; returns whether they were not followed before.
    bool followNode(const JobRecord &record, const NodeRun &run, const std::shared_ptr<RemoteHost> &host);
    /// Follows another file. Without \a host the result shows only what the spool has.
    FollowedJobFile follow(const JobRecord &record, const NodeRun &run, const QString &outputDirectory,
                           const QString &file, const std::shared_ptr<RemoteHost> &host);
    void finish(const NodeRun &run); ///< its files are final on the node
    void stop(); ///< follows no file any more; keeps the spool

signals:
    /// The file has appeared in the spool, is complete, or cannot be completed.
    void advanced(const QString &spoolPath);
    void closed(); ///< the last open file is complete or cannot be completed
    void failed(const engine::Error &error); ///< a file is not copied: permanently, or until there is space here

private:
    void begin(const NodeRun &run, const QString &name, const QString &remotePath,
               const std::shared_ptr<RemoteHost> &host);
    [[nodiscard]] QString folderOf(const NodeRun &run) const { return m_spool + u'/' + run.machine.name() + u'/'; }
    void done(const QString &key);

    LogCollector &m_logs;
    const QString m_spool;
    QStringList m_open; // keys of incomplete files
    QStringList m_extra; // files followed on request
    QList<ResourceId> m_followed; // machines
};

} // namespace engine
