// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/job/joblogs.h"
#include "engine/job/jobrecord.h"
#include "engine/log/logcollector.h"

#include <QObject>

namespace engine {

/// The copies of one job's files in the spool, from all of its nodes. Thread: the engine's.
class JobLogs final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobLogs)

public:
    /// \a spool is the job's own folder.
    JobLogs(LogCollector &logs, QString spool, QObject *parent);

    [[nodiscard]] bool isOpen() const { return !m_open.isEmpty(); } ///< something is still copied
    /// Logs and samples of \a run from now on, once; answers whether they were not followed before.
    bool followNode(const JobRecord &record, const NodeRun &run, const std::shared_ptr<RemoteHost> &host);
    /// Another file of it. Without \a host only what the spool has.
    FollowedJobFile follow(const JobRecord &record, const NodeRun &run, const QString &outputDirectory,
                           const QString &file, const std::shared_ptr<RemoteHost> &host);
    void finish(const NodeRun &run); ///< its files will not grow any more
    void stop(); ///< forgets all of them, keeps the spool

signals:
    void advanced(const QString &spoolPath); ///< the file has appeared there, or is complete, or cannot be completed
    void closed(); ///< the last one that was open is complete, or cannot be completed
    void failed(const engine::Error &error); ///< one of them is not copied: never, or until there is room here

private:
    void begin(const NodeRun &run, const QString &name, const QString &remotePath,
               const std::shared_ptr<RemoteHost> &host);
    [[nodiscard]] QString folderOf(const NodeRun &run) const { return m_spool + u'/' + run.machine.name() + u'/'; }
    void done(const QString &key);

    LogCollector &m_logs;
    const QString m_spool;
    QStringList m_open; // keys that are not complete yet
    QStringList m_extra; // followed on demand
    QList<ResourceId> m_followed; // machines
};

} // namespace engine
