// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/job/files/folderremoval.h"
#include "engine/job/gang.h"
#include "engine/job/joblogs.h"
#include "engine/job/jobsecrets.h"
#include "engine/node/nodeagent.h"

#include <QFuture>

namespace engine {

/// What a job's controller needs of the engine.
struct JobContext
{
    QString profileDirectory;
    Store &store;
    LogCollector &logs;
    SecretStore &secrets;
    FolderRemoval::MachineOf machineOf; ///< null for one that is not known
    /// What the plan of a job on these machines depends on; the job itself is no part of it.
    std::function<PlanView(const JobRecord &, const QList<ResourceId> &)> viewOf;
};

/// Brings one job to its end by reconciling its record with what its nodes say, again and again. The record is in the
/// store before anything is done that it promises; every act on a node may be repeated. So it does not matter where
/// the engine was killed. One act at a time is under way on a node. Thread: the engine's.
class JobController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobController)

public:
    JobController(JobRecord record, const JobContext &context, QObject *parent = nullptr);

    [[nodiscard]] const JobRecord &record() const { return m_record; }
    [[nodiscard]] QJsonObject document() const;
    [[nodiscard]] bool isWaiting() const; ///< for a place: the scheduler looks at these
    [[nodiscard]] bool holdsNodes() const { return m_record.isPlaced() && !isFinal(m_record.state); }
    [[nodiscard]] bool isFollowed() const { return m_logs.isOpen(); } ///< something is still copied

    void setWaitReason(const Message &reason);
    /// A fresh attempt on these machines, the master first; or, after a restart, what the record says.
    void place(const QList<MachineController *> &machines);
    void goOn();
    /// There is a machine of this name now: one that the job may have missed.
    void machineAdded(MachineController *machine);
    /// Its processes have ended by themselves: what is left is to be taken away, and no stop is needed or done.
    [[nodiscard]] bool areProcessesOver() const;
    /// \a why: the words of its end, who did it and when. The signal changed() tells; recorded() when that is kept.
    void terminate(const Message &why = {});
    /// Ends it if need be, then its folders, its spool, its record; removed() follows. Of its own folders what the job
    /// calls its outputs stays, but for \a outputs; asked again, the last word counts until areFoldersGone().
    void remove(const QList<JobOutput> &outputs = {});
    /// Outputs that an earlier remove() named, and may have taken already.
    [[nodiscard]] QList<JobOutput> outputsAtRisk() const;
    [[nodiscard]] bool areFoldersGone() const { return m_areFoldersGone; }
    [[nodiscard]] QFuture<Result<void>> recorded() const { return m_lastSave; } ///< the newest state is in the store
    [[nodiscard]] bool isOn(const ResourceId &machine) const { return m_record.placement().contains(machine); }

    void setFetchRules(const QJsonArray &rules); ///< x-batchdeck.fetch, valid ones
    /// Kept, and told in the job's events unless it is running; one of the same key gives way.
    void setFetch(const FetchRun &run);

    /// Copy a file of the job as it grows. Without \a node of the one that writes a log of this name, else of the
    /// master. No path when the job has no folder there yet.
    FollowedJobFile follow(const QString &node, const QString &outputDirectory, const QString &file);

signals:
    void changed();
    void fileAdvanced(const QString &spoolPath); ///< of follow(): it has appeared there, or is complete
    void nodesFreed();
    void removed();
    void storeFailed(const engine::Error &error);

private:
    void giveBack(const QList<JobFolder> &folders, const Error &error);
    void makeAttempts();
    void dropAttempts();
    void reconcile();
    void goOnWith(const JobStep &step);
    void tellFailures(const QList<NodeRun> &before);
    void enterPhase(JobPhase phase);
    void carryOut(const QList<NodeAct> &acts);
    void start(const QList<qsizetype> &nodes);
    void startWith(const QList<qsizetype> &nodes, const LaunchSecrets &secrets);
    void secretsLacked(const Error &error);
    void secretsChanged();
    void backToQueue(const Message &reason);
    void failStart(qsizetype node, const JobOutcome &outcome);
    void repeat(const Message &reason);
    void finish(const JobOutcome &outcome);
    void followLogs();
    void collectLogs();
    void readCause();
    void allLogsDone();
    void removeTraces();

    /// \a told: of the event, where it says more than \a reason.
    void enter(JobState state, JobPhase phase, const Message &reason, const QString &actor, const Message &told = {});
    void save();
    void note(const QString &word, const Message &message, const QString &actor);

    JobRecord m_record;
    JobContext m_context;
    JobLogs m_logs;
    JobSecrets m_secrets;
    QList<Attempt *> m_attempts; // children of this; as record().nodes, none before their record is stored
    QFuture<Result<void>> m_lastSave = QtFuture::makeReadyFuture(Result<void>());
    bool m_isPlacing = false;
    bool m_isFetching = false; // the secrets of a start
    bool m_mayHaveStarted = true; // a start of this attempt was sent, or another engine may have sent one
    FolderRemoval *m_removal = nullptr; // child of this, once it has begun
    bool m_areFoldersGone = false;
    Message m_oddity; // of the state that was last observed
};

} // namespace engine
