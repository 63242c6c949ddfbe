// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/snapshots.h"
#include "engine/job/jobrecord.h"
#include "engine/job/lifecycle.h"
#include "engine/log/logcollector.h"

#include <QFuture>
#include <QPointer>

namespace engine {

class MachineController;

/// What a job's controller needs of the engine.
struct JobContext
{
    QString profileDirectory;
    Store &store;
    LogCollector &logs;
};

/// A file of a job that is copied into the spool as it grows.
struct FollowedFile
{
    QString spoolPath;
    bool exists = false; ///< it has been seen on the node
    bool complete = false; ///< the job is final and every byte is in the spool
};

/// Brings one job to its end by reconciling its record with what the node says, again and again. The record is in the
/// store before anything is done that it promises; every act on the node may be repeated. So it does not matter where
/// the engine was killed. One act at a time is under way. Thread: the engine's.
class JobController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobController)

public:
    JobController(JobRecord record, const JobContext &context, QObject *parent = nullptr);

    [[nodiscard]] const JobRecord &record() const { return m_record; }
    [[nodiscard]] QJsonObject document() const;
    [[nodiscard]] bool isWaiting() const; ///< for a place: the scheduler looks at these
    [[nodiscard]] bool holdsNodes() const;
    [[nodiscard]] bool isFollowed() const { return !m_openLogs.isEmpty(); } ///< something is still copied

    void setWaitReason(const Message &reason);
    /// A fresh attempt on these machines, or after a restart the one that the record names.
    void place(const QList<MachineController *> &machines);
    void adopt(MachineController *machine);
    /// After a restart, when its machine is not known or it has none: what can be done without one is done.
    void goOnWithoutMachine();
    void terminate(); ///< the signal changed() tells; recorded() when that is kept
    void remove(); ///< ends it if need be, then its folder, its spool, its record; removed() follows
    [[nodiscard]] QFuture<Result<void>> recorded() const { return m_lastSave; } ///< the newest state is in the store
    [[nodiscard]] bool isOn(const ResourceId &machine) const { return m_record.placement.contains(machine); }
    [[nodiscard]] bool hasMachine() const { return !m_machine.isNull(); }

    /// Copy a file of the job as it grows. No path when the job has no folder yet.
    FollowedFile follow(const QString &outputDirectory, const QString &file);

signals:
    void changed();
    void nodesFreed();
    void removed();
    void storeFailed(const engine::Error &error);

private:
    void giveBack(const Error &error);
    void actDone();
    void observe(const AttemptStatus &status);
    void carryOut(const NextStep &step);
    void start();
    void tellOddity(const Message &reason);
    void started(const Result<AttemptStatus> &result);
    void startRefused(const Error &error);
    void makeVoid();
    void sendTermination();
    void repeat(const Message &reason);
    void finish(const JobOutcome &outcome);
    void collectLogs();
    void logDone(const QString &key);
    void allLogsDone();
    void removeTraces();

    void enter(JobState state, JobPhase phase, const Message &reason, const QString &actor);
    void enterPhase(JobPhase phase);
    void followLogs();
    void save();
    void note(const QString &word, const Message &message, const QString &actor);
    [[nodiscard]] QString spoolPath(const QString &name) const;

    JobRecord m_record;
    JobContext m_context;
    QPointer<MachineController> m_machine; // the master's, once placed
    QFuture<Result<void>> m_lastSave = QtFuture::makeReadyFuture(Result<void>());
    quint64 m_stalePoll = 0; // was asked before the last act was done: what it says may be older than that act
    int m_failedStarts = 0; // in a row, of this attempt
    bool m_busy = false; // an act on the node is under way
    bool m_removing = false;
    bool m_terminationSent = false;
    Message m_oddity; // of the state that was last observed
    bool m_following = false;
    QStringList m_openLogs; // keys that are not complete yet
    QStringList m_extraFiles; // followed on demand
};

} // namespace engine
