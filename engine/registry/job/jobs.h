// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/job/jobcontroller.h"
#include "engine/registry/job/jobplanner.h"
#include "engine/registry/ownedsecrets.h"

namespace engine {

/// Number of jobs of an experiment, or on a cluster, that have not ended.
struct LiveJobs
{
    qint64 queued = 0;
    qint64 running = 0; ///< includes jobs that are terminating
};

/// The controllers of all jobs that have not ended, and of others while they are in use. Thread: the engine's.
class Jobs final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Jobs)

public:
    Jobs(const QString &profileDirectory, Store &store, LogCollector &logs, SecretStore &secrets, OwnedSecrets &owned,
         ContainerSigner sign, Resources &resources, const Machines &machines, const JobPlanner &planner,
         Notices &notices, QObject *parent = nullptr);
    ~Jobs() override;

    void begin(); ///< adopts the live jobs in the store and counts the jobs of each experiment

    [[nodiscard]] const QHash<ResourceId, JobController *> &all() const { return m_jobs; }
    /// Null when the job has no controller.
    [[nodiscard]] JobController *live(const ResourceId &id) const { return m_jobs.value(id); }
    [[nodiscard]] bool isAnyLive() const;
    /// Calls \a act with the job's controller, which is loaded from the store if the job has ended, or \a reply with
    /// the error. \a id: as typed. NotFound when a job with another \a uuid has the id; an empty \a uuid accepts any.
    template <typename Reply, typename Act>
    void with(const QString &id, const QString &uuid, const Reply &reply, const Act &act)
    {
        find(id, uuid, [reply, act](const Result<JobController *> &job) { job ? act(**job) : reply(job.error()); });
    }
    template <typename Reply, typename Act> void with(const QString &id, const Reply &reply, const Act &act)
    {
        with(id, {}, reply, act);
    }
    JobController *revive(const JobRow &row);
    /// The documents of these rows, from the controllers where there are any, without the contents of their files.
    [[nodiscard]] QJsonArray documents(const QList<JobRow> &rows) const;
    [[nodiscard]] QJsonObject document(const JobRow &row) const; ///< with the contents of its files

    /// \a document may contain secrets; they are removed before it is stored.
    void submit(const ResourceId &id, const QJsonObject &document, const Resources::Receiver &take);
    /// Submits under the first unused name STEM + separator + number, number + 1, …
    void submitAs(const ResourceId &experiment, const QString &stem, const QString &separator, int number,
                  const QJsonObject &document, const Resources::Receiver &take);
    /// The job's document with the values of its own secrets, for a rerun.
    void copy(const JobRecord &job, const Resources::Receiver &take) { m_owned.copy(job.uuid, job.document, take); }
    [[nodiscard]] JobRecord newRecord(const ResourceId &id, const QJsonObject &document);
    JobController *enqueue(const JobRecord &record); ///< for a job that is already in the store
    void forgetCount(const ResourceId &experiment) { m_counts.remove(experiment); }
    [[nodiscard]] LiveJobs countLive(const ResourceId &experimentOrCluster) const
    {
        return m_liveCounts.value(experimentOrCluster);
    }

signals:
    void changed(engine::JobController &job);
    void removed(const engine::ResourceId &id); ///< deleted on its machines and in the store
    void nodesFreed(); ///< the scheduler should run: nodes are free, or a new job waits

private:
    using Found = std::function<void(const Result<JobController *> &job)>;

    void find(const QString &id, const QString &uuid, const Found &take);
    JobController *start(const JobRecord &record);
    void storeNew(const JobRecord &record, const Resources::Receiver &take);
    void publish(JobController &job);
    void forgetLater(JobController &job);
    void forget(JobController &job);
    void dropRemoved(JobController &job);
    void count(const ResourceId &experiment, qint64 change);
    void countAs(const JobRecord &job, JobState state); ///< updates countLive(); a final state removes the job
    [[nodiscard]] QJsonObject shownExperiment(const ResourceId &id) const;
    qint64 nextCreationTime();

    QString m_profileDirectory;
    Store &m_store;
    LogCollector &m_logs;
    SecretStore &m_secrets;
    OwnedSecrets &m_owned;
    ContainerSigner m_sign;
    Resources &m_resources;
    const Machines &m_machines;
    const JobPlanner &m_planner;
    Notices &m_notices;
    QHash<ResourceId, JobController *> m_jobs; // children of this
    QHash<ResourceId, qint64> m_counts; // by experiment
    QHash<ResourceId, LiveJobs> m_liveCounts; // by experiment and by cluster
    QHash<QString, JobState> m_countedAs; // state in which a job is counted in m_liveCounts, by UUID
    qint64 m_lastCreationMs = 0;
};

} // namespace engine
