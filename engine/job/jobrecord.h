// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/job/joboutputs.h"
#include "engine/api/resource/snapshots.h"
#include "engine/launch/launchplan.h"
#include "engine/store/store.h"

#include <optional>

namespace engine {

/// What the user wants of a job; the controller reconciles the state of the nodes with it.
enum class JobWanted { Run, Terminated, Deleted };
template <> inline constexpr std::array wireWords<JobWanted>{"run", "terminated", "deleted"};

/// Why a node's part of a job failed.
struct NodeFailure
{
    QString code; ///< of JobError
    Message message; ///< worded as for a job on this node alone; with several processes it names the process
    int process = -1; ///< PlannedCommand::index of its task; -1 when no process failed
    std::optional<int> exitCode;
    qint64 timeMs = 0; ///< UTC, clock of this computer; of a loss: time of the last status before it
    bool isRepeatable = false; ///< the failure is not the job's fault: another attempt may succeed
    QString task = {}; ///< of the process: "worker", "ps", "rank"; empty when the node has one process only
    int outOfMemoryKills = 0; ///< on the machine during the attempt
};

/// The attempt of a job on one of its nodes.
struct NodeRun
{
    using State = JobNodeState;
    ResourceId machine;
    QString directory; ///< the attempt's folder on the node
    QStringList logNames; ///< files in DIRECTORY/stdouterr that are copied to the spool
    bool counts = false; ///< the node has processes whose end is the job's end: not only services
    /// Waiting: not seen running yet. Failed: by itself; \a failure says why. Ended: because of another node or the
    /// user. Lost: its result cannot be determined any more.
    State state = State::Waiting;
    JobPhase phase = JobPhase::None;
    qint64 phaseSinceMs = 0;
    bool launched = false; ///< its processes were started
    bool isDone = false; ///< its processes ended with 0; it may still serve the other nodes
    QByteArray offer; ///< data for the other nodes; the node waits for theirs. Empty before it is ready
    qint64 startedMs = 0;
    qint64 endedMs = 0;
    qint64 clockOffsetMs = 0; ///< clock of the node minus clock of this computer at the start
    std::optional<int> exitCode;
    std::optional<NodeFailure> failure; ///< set before the state is Failed, while the rest of the node ends

    [[nodiscard]] bool isOver() const { return isFinal(state); }
};

/// A folder with attempts of a job on a machine.
struct JobFolder
{
    ResourceId machine;
    QString path; ///< HOME/jobs/PROFILE/UUID

    bool operator==(const JobFolder &) const = default;
};

/// Result of one rule of x-batchdeck.fetch.
struct FetchRun
{
    enum class State { Running, Done, Failed };
    QString key; ///< FetchRule::key()
    QStringList transfers;
    State state = State::Running;
    Message message; ///< what was downloaded, or why not
};
template <> inline constexpr std::array enumWords<FetchRun::State>{"running", "done", "failed"};

/// A job in the engine's memory: the request and its state. Stored as JobRow, shown as the service's REST document.
/// Times are UTC ms; 0 means "not yet". Value.
struct JobRecord
{
    QString uuid;
    ResourceId id;
    qint64 createdMs = 0;
    QJsonObject document; ///< with defaults and resolved cluster.id

    JobWanted wanted = JobWanted::Run;
    QList<JobOutput> deletedOutputs; ///< outputs in the job's own folders that its deletion removes as well
    JobState state = JobState::Queued;
    JobPhase phase = JobPhase::None; ///< with several nodes, that of the least advanced one
    qint64 stateSinceMs = 0;
    qint64 phaseSinceMs = 0;
    Message reason;
    QString actor;
    Message stopReason; ///< who stopped it, and when; empty when nobody did
    int attempt = 0; ///< 0 before the first placement
    int repeats = 0; ///< attempts that were lost or never began
    QList<NodeRun> nodes; ///< of the current attempt; the first is the master
    QStringList commandLines; ///< commands of the attempt on the master, each once, as passed to its shell
    PlanView view; ///< inputs of the attempt's plan that are not in the members above; without nodes when unknown
    QList<JobFolder> folders; ///< of all attempts
    QString pathSegment;
    qint64 startedMs = 0;
    qint64 endedMs = 0;
    std::optional<int> exitCode;
    QList<JobError> errors;
    Message cause; ///< why the command failed, from its logs; empty when the logs do not say or were incomplete
    bool logsComplete = false;
    QList<FetchRun> fetches; ///< of rules whose downloads have started

    [[nodiscard]] QJsonObject properties() const;
    [[nodiscard]] int nodeCount() const;
    [[nodiscard]] ResourceId cluster() const;
    [[nodiscard]] bool isPlaced() const { return !nodes.isEmpty(); }
    void unplace(); ///< forgets the attempt
    [[nodiscard]] bool isGang() const { return nodes.size() > 1; }
    [[nodiscard]] QList<ResourceId> placement() const; ///< machines, the master first
    [[nodiscard]] PlanView planView() const; ///< the complete view
    /// Name in the spool. Each attempt has its own samples file: appended to earlier ones, it would be no copy of a
    /// file on the node.
    [[nodiscard]] QString samplesSpoolName() const;
    /// Final, with pending downloads.
    [[nodiscard]] bool isFetching() const;
    [[nodiscard]] bool isDone() const
    {
        return isFinal(state) && logsComplete && wanted != JobWanted::Deleted && !isFetching();
    }

    [[nodiscard]] JobRow toRow() const;
    [[nodiscard]] static JobRecord fromRow(const JobRow &row); ///< also reads earlier formats
};

/// The node whose failure is the job's: the first by the clock of this computer; null when none failed.
[[nodiscard]] const NodeRun *firstFailed(const JobRecord &record);
/// "On n2: …": the failure in words for the whole job.
[[nodiscard]] Message namedMessage(const JobRecord &record, const NodeRun &failed);

/// Folder of a job's files in the spool: PROFILE/spool/UUID/MACHINE/NAME.
[[nodiscard]] QString spoolDirectory(const QString &profileDirectory, const QString &jobUuid);

/// Current facts of a job's machine that are not stored.
struct JobNews
{
    LinkState link = LinkState::Offline;
    qint64 asOfMs = 0;
};

/// The REST document: the service's properties, with Batchdeck's under x-batchdeck (engine/api/resource/snapshots.h).
/// \a news is by node; missing entries are unknown.
[[nodiscard]] QJsonObject toDocument(const JobRecord &record, const QList<JobNews> &news,
                                     const QString &profileDirectory);

/// A job's document for lists and changes: without the content of x-batchdeck.files.
[[nodiscard]] QJsonObject withoutContents(const QJsonObject &document);

/// "2026-03-01T12:00:00.000Z"; null for 0.
[[nodiscard]] QJsonValue isoTime(qint64 utcMs);

} // namespace engine
