// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/job/files/jobfetch.h"
#include "engine/protocol/jobs.h"
#include "engine/registry/job/jobs.h"
#include "engine/registry/machine/nodefiles.h"
#include "engine/service/router.h"
#include "engine/storage/transfer/queue/transferqueue.h"

#include <memory>

namespace engine {

/// Downloads files of jobs that have ended, by their fetch rules: job.setFetch
class JobFetchService final : public QObject
{
    Q_DISABLE_COPY_MOVE(JobFetchService)

public:
    JobFetchService(Router &router, const Machines &machines, Jobs &jobs, TransferQueue &transfers);

private:
    struct Fetch;

    void setRules(const SetFetchRules &request, const ReplyTo<QJsonObject> &reply);
    void fetchNow(); ///< starts pending downloads of jobs that have ended
    void askMatches(const std::shared_ptr<Fetch> &fetch, const NodeFolders &all);
    void start(const std::shared_ptr<Fetch> &fetch); ///< when all nodes have answered
    void end(const std::shared_ptr<Fetch> &fetch, const FetchRun &run);
    void recordResults();
    /// Records the result in the job's events when all transfers of the rule have ended.
    void recordResult(JobController &job, FetchRun run);

    const Machines &m_machines;
    Jobs &m_jobs;
    TransferQueue &m_transfers;
    QTimer m_timer{this};
    QSet<QString> m_fetching; // "UUID/key of the rule" that are being listed
};

} // namespace engine
