// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/resource/snapshots.h"
#include "engine/protocol/jobs.h"

namespace engine {

/// What submits a job: the text of job.json as the user has it, so that faults name its lines.
struct JobRequest
{
    ResourceId id; ///< group, workspace and experiment are created when they are the defaults and missing
    QString cluster; ///< name or id; empty: the document's own
    QByteArray text;
    QStringList overrides; ///< batchctl's --set, "PATH=VALUE"
    QByteArray clusterText = {}; ///< of plan() only: the create document of a cluster that is not there yet

    bool operator==(const JobRequest &) const = default;
};

struct JobEvent
{
    QDateTime time;
    QString state; ///< word of the state or phase that began
    Message message;
    QString actor;
};

/// What is about jobs.
class JobClient final
{
public:
    explicit JobClient(EngineLink &link) : m_link(link) { }

    QFuture<Result<QJsonObject>> create(const JobRequest &request);
    /// Contacts no machine.
    QFuture<Result<JobPlanSnapshot>> plan(const JobRequest &request);
    /// Looks at the nodes on which it would run, all at once, within half a minute.
    /// Cancelling it ends what runs there.
    QFuture<Result<QList<CheckedNode>>> check(const JobRequest &request);
    QFuture<Result<void>> terminate(const ResourceId &id);
    /// Takes its folders and leaves its outputs in them, but for \a outputs.
    QFuture<Result<void>> remove(const ResourceId &id, const QList<JobOutput> &outputs = {});
    /// What remove() leaves unless it is named; within two seconds.
    QFuture<Result<JobOutputs>> listOutputs(const ResourceId &id);
    QFuture<Result<QJsonObject>> rerun(const ResourceId &id);
    /// Where the output directories are on the nodes that answer; those that are not there yet are left out.
    QFuture<Result<QList<JobFolderThere>>> listFolders(const ResourceId &id);
    /// x-batchdeck.fetch, what is brought here once the job is over: engine/api/job/fetchrule.h. InvalidDocument names
    /// each place that is wrong. Answers the job's document.
    QFuture<Result<QJsonObject>> setFetchRules(const ResourceId &id, const QJsonArray &rules);
    /// From now on \a file of the output directory on \a node is copied; an empty node is the master.
    QFuture<Result<FollowedJobFile>> follow(const ResourceId &id, const QString &outputDirectoryId, const QString &file,
                                            const QString &node);
    QFuture<Result<QList<JobEvent>>> listEvents(const ResourceId &id);
    /// Of an experiment, newest first, in pages: \a before is the id of the last row seen.
    QFuture<Result<QList<JobSnapshot>>> list(const ResourceId &experiment, const ResourceId &before = {},
                                             int limit = 200);

private:
    EngineLink &m_link;
};

} // namespace engine
