// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/jobs.h"
#include "engine/registry/job/jobs.h"
#include "engine/service/router.h"

namespace engine {

/// Plans, submits, stops and deletes jobs: job.*
class JobService final : public QObject
{
    Q_DISABLE_COPY_MOVE(JobService)

public:
    JobService(Router &router, Store &store, Resources &resources, const VolumeMap &volumes, const JobPlanner &planner,
               Jobs &jobs);

private:
    void create(const GivenJob &request, const ReplyTo<QJsonObject> &reply);
    void plan(const GivenJob &request, const ReplyTo<JobPlanSnapshot> &reply);
    void get(const OfResource &request, const ReplyTo<QJsonObject> &reply);
    void list(const ListJobs &request, const ReplyTo<QJsonArray> &reply);
    void why(const OfResource &request, const ReplyTo<JobReason> &reply);
    void wait(const WaitForJob &request, const ReplyTo<QJsonObject> &reply);
    void terminate(const OfResource &request, const ReplyTo<Nothing> &reply);
    void remove(const DeleteJob &request, const ReplyTo<Nothing> &reply);
    void rerun(const OfResource &request, const ReplyTo<QJsonObject> &reply);
    void listEvents(const OfResource &request, const ReplyTo<QJsonArray> &reply);
    /// Answers when the job's latest state is in the store: after the answer a power loss must not undo it.
    void whenRecorded(const JobController &job, const ReplyTo<Nothing> &reply,
                      const Result<Nothing> &answer = Nothing());

    Router &m_router;
    Store &m_store;
    Resources &m_resources;
    const VolumeMap &m_volumes;
    const JobPlanner &m_planner;
    Jobs &m_jobs;
};

} // namespace engine
