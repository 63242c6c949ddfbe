// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/resource/snapshots.h"
#include "engine/protocol/jobs.h"

namespace engine {

/// Request to submit a job. \a text is job.json as written, so that faults can name its lines.
struct JobRequest
{
    ResourceId id; ///< missing parents are created if their names are the defaults
    QString cluster; ///< name or id; empty for the cluster that the document names
    QByteArray text;
    QStringList overrides; ///< batchctl's --set, "PATH=VALUE"
    QByteArray clusterText = {}; ///< for plan() only: the create document of a cluster that does not exist yet

    bool operator==(const JobRequest &) const = default;
};

struct JobEvent
{
    QDateTime time;
    QString state; ///< word of the state or phase that was entered
    Message message;
    QString actor;
};

/// Calls about jobs.
class JobClient final
{
public:
    explicit JobClient(EngineLink &link) : m_link(link) { }

    QFuture<Result<QJsonObject>> create(const JobRequest &request);
    /// Contacts no machine.
    QFuture<Result<JobPlanSnapshot>> plan(const JobRequest &request);
    /// Runs a preflight on the nodes that the job would use, on all at once; takes at most half a minute. Canceling the
    /// future ends the commands on the nodes.
    QFuture<Result<QList<CheckedNode>>> check(const JobRequest &request);
    QFuture<Result<void>> terminate(const ResourceId &id);
    /// Deletes the job and its folders. Outputs in them remain unless \a outputs lists them.
    QFuture<Result<void>> remove(const ResourceId &id, const QList<JobOutput> &outputs = {});
    /// The outputs that remove() leaves by default; answers within two seconds.
    QFuture<Result<JobOutputs>> listOutputs(const ResourceId &id);
    QFuture<Result<QJsonObject>> rerun(const ResourceId &id);
    /// The output directories on the nodes that answer. Missing directories are left out.
    QFuture<Result<QList<JobFolderThere>>> listFolders(const ResourceId &id);
    /// Replaces x-batchdeck.fetch, the rules for downloads after the job (engine/api/job/fetchrule.h). InvalidDocument
    /// names each invalid place. Answers the job's document.
    QFuture<Result<QJsonObject>> setFetchRules(const ResourceId &id, const QJsonArray &rules);
    /// Starts copying \a file of the output directory on \a node; an empty \a node is the master.
    QFuture<Result<FollowedJobFile>> follow(const ResourceId &id, const QString &outputDirectoryId, const QString &file,
                                            const QString &node);
    QFuture<Result<QList<JobEvent>>> listEvents(const ResourceId &id);
    /// Jobs of an experiment, newest first, in pages: \a before is the id of the last job of the previous page.
    QFuture<Result<QList<JobSnapshot>>> list(const ResourceId &experiment, const ResourceId &before = {},
                                             int limit = 200);

private:
    EngineLink &m_link;
};

} // namespace engine
