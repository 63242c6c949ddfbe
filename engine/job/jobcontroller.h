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
    ContainerSigner sign;
    FolderRemoval::MachineOf machineOf; ///< returns null for an unknown machine
    /// All inputs of the launch plan of a job on these machines, without the job's document.
    std::function<PlanView(const JobRecord &, const QList<ResourceId> &)> viewOf;
};

/// Brings one job to its end by reconciling its record with the status of its nodes. The record is stored before any
/// action that it describes, and every action on a node may be repeated: so the engine may be killed at any time. At
/// most one action is under way on a node. Thread: the engine's.
class JobController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobController)

public:
    JobController(JobRecord record, const JobContext &context, QObject *parent = nullptr);

    [[nodiscard]] const JobRecord &record() const { return m_record; }
    [[nodiscard]] QJsonObject document() const;
    [[nodiscard]] bool isWaiting() const; ///< for a placement by the scheduler
    [[nodiscard]] bool holdsNodes() const { return m_record.isPlaced() && !isFinal(m_record.state); }
    [[nodiscard]] bool isFollowed() const { return m_logs.isOpen(); } ///< a file is still being copied

    void setWaitReason(const Message &reason);
    /// Starts a new attempt on these machines, the master first; after a restart, continues the attempt of the record.
    void place(const QList<MachineController *> &machines);
    void resume();
    /// A machine was added, which may be one that the job runs on.
    void machineAdded(MachineController *machine);
    /// The job's processes have ended by themselves and only cleaning up remains: a stop has no effect.
    [[nodiscard]] bool areProcessesOver() const;
    /// \a why: words for the job's end, by whom and when. changed() follows; recorded() finishes when the request is
    /// stored.
    void terminate(const Message &why = {});
    /// Terminates the job if needed, then removes its folders, its spool and its record; removed() follows. Outputs in
    /// the job's own folders remain, unless listed in \a outputs. May be called again: the last call counts until
    /// areFoldersGone().
    void remove(const QList<JobOutput> &outputs = {});
    /// Outputs that an earlier remove() listed, and may have removed already.
    [[nodiscard]] QList<JobOutput> outputsAtRisk() const;
    [[nodiscard]] bool areFoldersGone() const { return m_areFoldersGone; }
    /// Finishes when the latest state is in the store.
    [[nodiscard]] QFuture<Result<void>> recorded() const { return m_lastSave; }
    [[nodiscard]] bool isOn(const ResourceId &machine) const { return m_record.placement().contains(machine); }

    void setFetchRules(const QJsonArray &rules); ///< \a rules must be valid
    /// Stores the result, and adds an event unless it is running. Replaces a result with the same key.
    void setFetch(const FetchRun &run);

    /// Starts copying a file of the job while it grows. Without \a node: of the node that writes a log of this name,
    /// else of the master. No path when the job has no folder there yet.
    FollowedJobFile follow(const QString &node, const QString &outputDirectory, const QString &file);

signals:
    void changed();
    void fileAdvanced(const QString &spoolPath); ///< a file of follow() has appeared in the spool, or is complete
    void nodesFreed();
    void removed();
    void storeFailed(const engine::Error &error);

private:
    void undoPlacement(const QList<JobFolder> &folders, const Error &error);
    void makeAttempts();
    void dropAttempts();
    void reconcile();
    void apply(const JobStep &step);
    void recordFailures(const QList<NodeRun> &before);
    void enterPhase(JobPhase phase);
    void carryOut(const QList<NodeAct> &acts);
    void start(const QList<qsizetype> &nodes);
    void startWith(const QList<qsizetype> &nodes, const LaunchSecrets &secrets);
    void secretsMissing(const Error &error);
    void secretsChanged();
    void backToQueue(const Message &reason);
    void failStart(qsizetype node, const JobOutcome &outcome);
    void requeue(const Message &reason);
    void finish(const JobOutcome &outcome);
    void followLogs();
    void collectLogs();
    void readCause();
    void allLogsDone();
    void removeTraces();

    /// \a told: words of the event, if they differ from \a reason.
    void enter(JobState state, JobPhase phase, const Message &reason, const QString &actor, const Message &told = {});
    void save();
    void note(const QString &word, const Message &message, const QString &actor);

    JobRecord m_record;
    JobContext m_context;
    JobLogs m_logs;
    JobSecrets m_secrets;
    QList<Attempt *> m_attempts; // children of this, in the order of record().nodes; none before their record is stored
    QFuture<Result<void>> m_lastSave = QtFuture::makeReadyFuture(Result<void>());
    bool m_isPlacing = false;
    bool m_isFetching = false; // reading the secrets of a start
    bool m_mayHaveStarted = true; // a start of this attempt was sent, perhaps by an earlier engine
    FolderRemoval *m_removal = nullptr; // child of this; null before the removal starts
    bool m_areFoldersGone = false;
    Message m_oddity; // what was unusual in the latest status
};

} // namespace engine
