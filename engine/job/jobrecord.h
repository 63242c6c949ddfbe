// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/job/joboutputs.h"
#include "engine/api/resource/snapshots.h"
#include "engine/launch/launchplan.h"
#include "engine/store/store.h"

#include <optional>

namespace engine {

/// What the user wants of a job; the controller reconciles what the nodes say with it.
enum class JobWanted { Run, Terminated, Deleted };
template <> inline constexpr std::array wireWords<JobWanted>{"run", "terminated", "deleted"};

/// Why a node's part of a job failed.
struct NodeFailure
{
    QString code; ///< of JobError
    Message message; ///< as a job on this node alone would be told; of a process of several, which one
    int process = -1; ///< PlannedCommand::index, of its task; -1: no process did
    std::optional<int> exitCode;
    qint64 timeMs = 0; ///< UTC by our clock; of a loss, when the node was last heard of before
    bool isRepeatable = false; ///< it says nothing about the job: another attempt may go well
    QString task = {}; ///< of the process: "worker", "ps", "rank"; empty when the node has one process only
    int outOfMemoryKills = 0; ///< on the machine while it ran
};

/// The attempt of a job on one of its nodes.
struct NodeRun
{
    using State = JobNodeState;
    ResourceId machine;
    QString directory; ///< the attempt's folder there
    QStringList logNames; ///< files in DIRECTORY/stdouterr that are copied to the spool
    bool counts = false; ///< it runs processes whose end is the job's: neither nothing nor services only
    /// Waiting: not seen to run yet. Failed: by itself; failure says why. Ended: because of another node, or as the
    /// user wanted. Lost: what became of it cannot be told any more.
    State state = State::Waiting;
    JobPhase phase = JobPhase::None;
    qint64 phaseSinceMs = 0;
    bool launched = false; ///< its own processes were begun
    bool isDone = false; ///< its processes ended with 0; it may still serve the others
    QByteArray offer; ///< what the other nodes need of it; it waits for theirs. Empty: not yet
    qint64 startedMs = 0;
    qint64 endedMs = 0;
    qint64 clockOffsetMs = 0; ///< the node's clock minus ours when it began
    std::optional<int> exitCode;
    std::optional<NodeFailure> failure; ///< known before the state is Failed, while the rest of it ends

    [[nodiscard]] bool isOver() const { return isFinal(state); }
};

/// A folder with attempts of a job on a machine.
struct JobFolder
{
    ResourceId machine;
    QString path; ///< HOME/jobs/PROFILE/UUID

    bool operator==(const JobFolder &) const = default;
};

/// What became of a rule of x-batchdeck.fetch.
struct FetchRun
{
    enum class State { Running, Done, Failed };
    QString key; ///< FetchRule::key()
    QStringList transfers;
    State state = State::Running;
    Message message; ///< what was brought, or why not
};
template <> inline constexpr std::array enumWords<FetchRun::State>{"running", "done", "failed"};

/// A job in the engine's memory: what was asked, and where it stands. Kept in the store as JobRow, shown as the
/// service's REST document. Times are UTC ms; 0 is "not yet". Value.
struct JobRecord
{
    QString uuid;
    ResourceId id;
    qint64 createdMs = 0;
    QJsonObject document; ///< with defaults, cluster.id resolved

    JobWanted wanted = JobWanted::Run;
    QList<JobOutput> deletedOutputs; ///< when it is deleted: of those in its own folders these go, too
    JobState state = JobState::Queued;
    JobPhase phase = JobPhase::None; ///< of several nodes: the least advanced
    qint64 stateSinceMs = 0;
    qint64 phaseSinceMs = 0;
    Message reason;
    QString actor;
    Message stopReason; ///< who stopped it, and when; empty unless somebody did
    int attempt = 0; ///< 0 until it was placed
    int repeats = 0; ///< attempts that were lost or never began
    QList<NodeRun> nodes; ///< of the attempt; the first is the master
    QStringList commandLines; ///< of the attempt's processes on the master, each once, as its shell gets them
    PlanView view; ///< what the plan of the attempt depends on, but for what stands above; no nodes: not known
    QList<JobFolder> folders; ///< of all attempts
    QString pathSegment;
    qint64 startedMs = 0;
    qint64 endedMs = 0;
    std::optional<int> exitCode;
    QList<JobError> errors;
    Message cause; ///< why its command failed, as its logs say; empty: they do not, or were not complete yet
    bool logsComplete = false;
    QList<FetchRun> fetches; ///< of rules that were begun

    [[nodiscard]] QJsonObject properties() const;
    [[nodiscard]] int nodeCount() const;
    [[nodiscard]] ResourceId cluster() const;
    [[nodiscard]] bool isPlaced() const { return !nodes.isEmpty(); }
    void unplace(); ///< forgets the attempt
    [[nodiscard]] bool isGang() const { return nodes.size() > 1; }
    [[nodiscard]] QList<ResourceId> placement() const; ///< machines, the master first
    [[nodiscard]] PlanView planView() const; ///< view, whole
    /// Every attempt has samples of its own: appended to those before, they would be no copy of any file.
    [[nodiscard]] QString samplesSpoolName() const;
    /// Final, and something is yet to be brought by its rules.
    [[nodiscard]] bool isFetching() const;
    [[nodiscard]] bool isDone() const
    {
        return isFinal(state) && logsComplete && wanted != JobWanted::Deleted && !isFetching();
    }

    [[nodiscard]] JobRow toRow() const;
    [[nodiscard]] static JobRecord fromRow(const JobRow &row); ///< also one of an earlier format
};

/// The node whose failure is the job's: the one that failed first by our clock; null while none has.
[[nodiscard]] const NodeRun *firstFailed(const JobRecord &record);
/// "On n2: …": the failure as a reader of the whole job needs it.
[[nodiscard]] Message namedMessage(const JobRecord &record, const NodeRun &failed);

/// Where the spool keeps the files of a job: PROFILE/spool/UUID/MACHINE/NAME.
[[nodiscard]] QString spoolDirectory(const QString &profileDirectory, const QString &jobUuid);

/// What is true of a job's machine only now and is not kept.
struct JobNews
{
    LinkState link = LinkState::Offline;
    qint64 asOfMs = 0;
};

/// The REST document: properties as the service answers them, ours under x-batchdeck (engine/api/resource/snapshots.h).
/// \a news by node; what is missing is not known.
[[nodiscard]] QJsonObject toDocument(const JobRecord &record, const QList<JobNews> &news,
                                     const QString &profileDirectory);

/// A job's document for lists and changes: without the content of the files that it brings along.
[[nodiscard]] QJsonObject withoutContents(const QJsonObject &document);

/// "2026-03-01T12:00:00.000Z"; null for 0.
[[nodiscard]] QJsonValue isoTime(qint64 utcMs);

} // namespace engine
