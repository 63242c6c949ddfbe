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

/// Immutable views of the engine's REST documents ({"id","name","type","properties"}; Batchdeck's part is
/// properties.x-batchdeck). Each view keeps its document with all unknown properties. Values; any thread.
struct ResourceSnapshot
{
    ResourceId id;
    QJsonObject document;

    [[nodiscard]] QJsonObject properties() const;
    [[nodiscard]] QJsonObject extension() const; ///< properties.x-batchdeck
    [[nodiscard]] static ResourceSnapshot fromDocument(const QJsonObject &document);
};

/// A file of a job's standard output directory that the engine copies into its spool as it grows.
struct LogFileSnapshot
{
    QString name; ///< "stdout.txt"
    QString node; ///< the machine that writes it
    QString spoolPath; ///< on this computer; may not exist yet
    bool complete = false; ///< the job has ended and the spool equals the file on the node
    qint64 clockOffsetMs = 0; ///< clock of the node minus clock of this computer, when the job started there

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
    qint64 freeBytes = 0; ///< for the user of the connection

    bool operator==(const DiskShape &) const = default;
};

/// x-batchdeck as docs/protocol.md describes it;
/// "inventory":{"cores","memoryBytes","os","hostname","machineId","user","home",
/// "python","gpus":[{"model","memoryBytes"}],"disks":[{"mountPoint","sizeBytes","freeBytes"}],"tools":{"name":"path"}}
struct MachineSnapshot
{
    ResourceId id;
    LinkState link = LinkState::Offline;
    Message linkReason; ///< why it is not online
    QDateTime asOf; ///< when the machine last reported
    bool isLocal = false;
    QString destination; ///< [user@]host[:port]; empty for this computer
    QStringList jumps; ///< destinations of the jump hosts, outermost first
    ConnectStep step = ConnectStep::Resolve; ///< of the current attempt, or where the last attempt failed
    QDateTime nextTry; ///< invalid when no try is scheduled
    std::optional<Question> question; ///< connecting needs an answer
    QString hostKey; ///< fingerprint
    QList<Message> notHonoured; ///< options of the SSH configuration that are not supported
    QList<Message> warnings; ///< properties of the machine that affect jobs
    QString home; ///< $BATCHDECK_HOME there
    QString user;
    QMap<QString, QString> tools; ///< name to path
    QList<DiskShape> disks;
    int cores = 0;
    qint64 memoryBytes = 0;
    QString os;
    QString hostName;
    QList<GpuShape> gpus;

    [[nodiscard]] static MachineSnapshot fromDocument(const QJsonObject &document);
};

/// x-batchdeck: {"kind":"local","uuid","nodes":[{"name","machine","state","job","link","setup","reason"}],"reason"};
/// "setup" and "reason" of a node are those of its mounts and setup task.
struct NodeSnapshot
{
    QString name;
    ResourceId machine;
    NodeState state = NodeState::Allocated;
    ResourceId job; ///< the job that runs on the node; invalid when there is none of this profile
    Message reason; ///< why setup failed, or why it is repeated
};

struct ClusterSnapshot
{
    ResourceId id;
    QString kind; ///< "local"
    int targetNodeCount = 0;
    QList<NodeSnapshot> nodes;
    Message reason; ///< why the cluster has fewer nodes than its target

    [[nodiscard]] static ClusterSnapshot fromDocument(const QJsonObject &document);
};

/// x-batchdeck: {"machine":id,"path"}: where the folder is now; absent in an old document that is not mapped.
struct FileServerSnapshot
{
    ResourceId id;
    ResourceId machine; ///< invalid without one
    QString path; ///< folder on that machine
    QString vmSize; ///< of an old document
    QDateTime created;

    [[nodiscard]] static FileServerSnapshot fromDocument(const QJsonObject &document);
};

/// A storage account of Azure Blob: "properties":{"primaryEndpoints":{"blob"},"x-batchdeck":{"credential"}}. Its
/// credential is in the secret store.
struct StorageAccountSnapshot
{
    enum class Credential { Key, Sas };

    ResourceId id;
    QString endpoint; ///< of its blob service, without a slash at its end
    Credential credential = Credential::Key;
    QDateTime created;

    [[nodiscard]] static StorageAccountSnapshot fromDocument(const QJsonObject &document);
};
template <> inline constexpr std::array enumWords<StorageAccountSnapshot::Credential>{"key", "sas"};

/// An entry of executionInfo.errors: a code of the service, or one of Batchdeck's (engine/api/README.md lists them).
struct JobError
{
    QString code;
    Message message;
};

/// x-batchdeck: {"uuid","phase","reason","actor","asOf","link","attempt","placement":[machine ids],"logs":[…],
/// "nodes":[JobNode],"commandLines","firstFailure","cause","samplesPath","phaseSince","stdOutErrPath",
/// "volumes":[{"source","target"}] as mapped at submission}
struct JobSnapshot
{
    ResourceId id;
    QString uuid;
    ResourceId cluster;
    QString toolType;
    int nodeCount = 1;
    JobState state = JobState::Queued;
    JobPhase phase = JobPhase::None;
    Message reason; ///< queued: why it waits; failed: why; running: what it waits for, if anything
    QString actor; ///< who caused the current state: "user", "schedule", "node", "limit"
    std::optional<int> exitCode;
    QList<JobError> errors;
    Message cause; ///< why the command failed, from its logs; empty when the logs do not say or were incomplete
    QDateTime created;
    QDateTime started; ///< of the latest attempt
    QDateTime ended;
    QDateTime asOf; ///< when the node last reported on this job
    LinkState link = LinkState::Offline; ///< of its first node; Offline for a job without placement
    QStringList nodes; ///< names of the machines it is placed on
    QStringList commandLines; ///< what runs on the first node; empty before placement
    QList<JobNode> nodeRuns; ///< its state on each node; empty before the first start
    std::optional<FirstFailure> firstFailure;
    int attempt = 0;
    QList<LogFileSnapshot> logs;
    /// Spool file of the utilization samples (engine/api/document/samples.h); empty before the start.
    QString samplesPath;
    QJsonObject document;

    [[nodiscard]] static JobSnapshot fromDocument(const QJsonObject &document);
};

/// A batch of changes. A gap in revision means that a batch was missed: fetch a new snapshot.
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
