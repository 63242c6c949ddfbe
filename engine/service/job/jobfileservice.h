// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/jobs.h"
#include "engine/registry/job/jobs.h"
#include "engine/service/router.h"

namespace engine {

/// Files of jobs on their nodes: job.files, job.folders, job.outputs, job.follow, job.stream
class JobFileService final : public QObject
{
    Q_DISABLE_COPY_MOVE(JobFileService)

public:
    JobFileService(Router &router, const Machines &machines, Jobs &jobs);

private:
    void list(const OfJobFile &request, const ReplyTo<QJsonArray> &reply);
    void follow(const OfJobFile &request, const ReplyTo<FollowedJobFile> &reply);
    void stream(const StreamJobFile &request, const ReplyTo<FollowedJobFile> &reply);
    void listFolders(const OfResource &request, const ReplyTo<QList<JobFolderThere>> &reply);
    void listOutputs(const OfResource &request, const ReplyTo<JobOutputs> &reply);

    Router &m_router;
    const Machines &m_machines;
    Jobs &m_jobs;
};

} // namespace engine
