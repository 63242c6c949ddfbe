// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/job/jobnodes.h"
#include "engine/api/resource/resourceid.h"
#include "engine/api/resource/states.h"

#include <QDateTime>
#include <QJsonObject>
#include <QMap>

#include <optional>

namespace engine {

/// What is: immutable views of the engine's REST documents ({"id","name","type","properties"}; ours lies under
/// properties.x-batchdeck). Every one keeps its document, so nothing is lost on the way. Values; any thread.
struct ResourceSnapshot
{
    ResourceId id;
    QJsonObject document;

    [[nodiscard]] QJsonObject properties() const;
    [[nodiscard]] QJsonObject batchdeck() const; ///< properties.x-batchdeck
    [[nodiscard]] static ResourceSnapshot fromDocument(const QJsonObject &document);
};

/// A file of a job's standard output directory that the engine copies into its spool as it grows.
struct LogFileSnapshot
{
    QString name; ///< "stdout.txt"
    QString node; ///< the machine that writes it
    QString spoolPath; ///< on this computer; may not exist yet
    bool complete = false; ///< the job is final and the spool equals the file on the node
    qint64 clockOffsetMs = 0; ///< the node's clock minus this computer's when it began

    bool operator==(const LogFileSnapshot &) const = default;
};

struct GpuShape
{
    QString model;
    qint64 memoryBytes = 0;
};

struct DiskShape
{
    QString mountPoint;
    qint64 sizeBytes = 0;
    qint64 freeBytes = 0; ///< for the user there

    bool operator==(const DiskShape &) const = default;
};

/// x-batchdeck as docs/protocol.md has it;
/// "inventory":{"cores","memoryBytes","os","hostname","machineId","user","home",
/// "python","gpus":[{"model","memoryBytes"}],"disks":[{"mountPoint","sizeBytes","freeBytes"}],"tools":{"name":"path"}}
struct MachineSnapshot
{
    ResourceId id;
    LinkState link = LinkState::Offline;
    Message linkReason; ///< why it is not online
    QDateTime asOf; ///< last news
    bool isLocal = false;
    QString destination; ///< [user@]host[:port]; empty for this computer
    QStringList jumps; ///< destinations on the way, outermost first
    ConnectStep step = ConnectStep::Resolve; ///< of the attempt under way, or where the last one failed
    QDateTime nextTry; ///< invalid when none is due
    std::optional<Question> question; ///< it cannot go on without an answer
    QString hostKey; ///< fingerprint
    QList<Message> notHonoured; ///< of the configuration
    QList<Message> warnings; ///< what the machine will do to jobs
    QString home; ///< $BATCHDECK_HOME there
    QString user;
    QMap<QString, QString> tools; ///< name and path
    QList<DiskShape> disks;
    int cores = 0;
    qint64 memoryBytes = 0;
    QString os;
    QString hostName;
    QList<GpuShape> gpus;

    [[nodiscard]] static MachineSnapshot fromDocument(const QJsonObject &document);
};

/// x-batchdeck: {"kind":"local","uuid","nodes":[{"name","machine","state","job","link","setup","reason"}],"reason"};
/// setup and reason are of the mounts and the setup task, where the cluster has any.
struct NodeSnapshot
{
    QString name;
    ResourceId machine;
    NodeState state = NodeState::Allocated;
    ResourceId job; ///< what runs on it; invalid when nothing of ours does
    Message reason; ///< why it could not be set up, or why it is set up again
};

struct ClusterSnapshot
{
    ResourceId id;
    QString kind; ///< "local"
    int targetNodeCount = 0;
    QList<NodeSnapshot> nodes;
    Message reason; ///< why it is below its target

    [[nodiscard]] static ClusterSnapshot fromDocument(const QJsonObject &document);
};

/// x-batchdeck: {"machine":id,"path"}: where the folder lives now; absent in an old document that nobody has placed.
struct FileServerSnapshot
{
    ResourceId id;
    ResourceId machine; ///< invalid without one
    QString path; ///< folder on that machine
    QString vmSize; ///< of an old document
    QDateTime created;

    [[nodiscard]] static FileServerSnapshot fromDocument(const QJsonObject &document);
};

/// An entry of executionInfo.errors: the service's code, or one of ours (engine/api/README.md lists them).
struct JobError
{
    QString code;
    Message message;
};

/// x-batchdeck: {"uuid","phase","reason","actor","asOf","link","attempt","placement":[machine ids],"logs":[…],
/// "nodes":[JobNode],"commandLines","firstFailure","cause","samplesPath","phaseSince","stdOutErrPath",
/// "volumes":[{"source","target"}] as they were mapped at submit}
struct JobSnapshot
{
    ResourceId id;
    QString uuid;
    ResourceId cluster;
    QString toolType;
    int nodeCount = 1;
    JobState state = JobState::Queued;
    JobPhase phase = JobPhase::None;
    Message reason; ///< queued: why it waits. failed: why. running: what it waits for, when it does
    QString actor; ///< who brought it into this state: "user", "schedule", "node", "limit"
    std::optional<int> exitCode;
    QList<JobError> errors;
    Message cause; ///< why its command failed, as its logs say; empty: they do not, or were not complete yet
    QDateTime created;
    QDateTime started; ///< of the latest attempt
    QDateTime ended;
    QDateTime asOf; ///< when the node was last heard about this job
    LinkState link = LinkState::Offline; ///< of its first node; Offline for a job that is not placed
    QStringList nodes; ///< names of the machines it is placed on
    QStringList commandLines; ///< exactly what runs on the first of them; empty before it is placed
    QList<JobNode> nodeRuns; ///< how it fares on each of them; empty before the first start
    std::optional<FirstFailure> firstFailure;
    int attempt = 0;
    QList<LogFileSnapshot> logs;
    QString samplesPath; ///< spool of the utilisation samples (engine/api/document/samples.h); empty before the start
    QJsonObject document;

    [[nodiscard]] static JobSnapshot fromDocument(const QJsonObject &document);
};

/// What changed. A gap in revision means something was missed: take a new snapshot.
struct ResourceDelta
{
    quint64 revision = 0;
    QList<ResourceSnapshot> upserted;
    QList<ResourceId> removed;

    [[nodiscard]] static ResourceDelta fromJson(const QJsonObject &json);
};

} // namespace engine

Q_DECLARE_METATYPE(engine::ResourceSnapshot)
Q_DECLARE_METATYPE(engine::ResourceDelta)
