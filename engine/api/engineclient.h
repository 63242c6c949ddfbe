// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/documents.h"
#include "engine/api/enginelink.h"
#include "engine/api/jobplan.h"
#include "engine/api/snapshots.h"

namespace engine {

/// What submits a job: the text of job.json as the user has it, so that faults name its lines.
struct JobRequest
{
    ResourceId id; ///< group, workspace and experiment are created when they are the defaults and missing
    QString cluster; ///< name or id; empty: the document's own
    QByteArray text;
    QStringList overrides; ///< batchctl's --set, "PATH=VALUE"
    QByteArray clusterText = {}; ///< of planJob() only: the create document of a cluster that is not there yet
};

struct ClusterRequest
{
    ResourceId id;
    QString kind; ///< "ssh", "local"; empty: by its machines
    QStringList machines; ///< names
    std::optional<int> target; ///< nodes it is to have; with none of the three, the document's or all machines
    std::optional<int> minimum; ///< autoScale: kept for later, all machines up to the maximum are nodes
    std::optional<int> maximum; ///< given with minimum, and without target
    QByteArray text; ///< cluster.json as the user has it; may be empty
};

/// Where a volume of an old document lives now, in the words of `volume map` (engine/storage/volumes.h).
struct MappedVolume
{
    QString source;
    QString target;
};

struct UsageSnapshot
{
    QString name; ///< "Clusters"
    QString localizedName;
    QString unit; ///< "Count"
    qint64 currentValue = 0;
    std::optional<qint64> limit; ///< absent: none
};

struct ImportedDocuments
{
    QList<ResourceId> created; ///< parents first
    QList<ResourceId> existing; ///< left as they were
};

struct FileEntry
{
    QString name;
    bool isDirectory = false;
    qint64 size = 0;
    QDateTime modified;
    QString node;
};

struct JobEvent
{
    QDateTime time;
    QString state; ///< word of the state or phase that began
    Message message;
    QString actor;
};

/// The bundled sample job as text to submit.
struct SampleJob
{
    QString name; ///< free in default/default/samples
    QByteArray text;
};

struct EngineStatus
{
    QString profileId;
    QString version;
};

/// A machine to be reached by SSH.
struct MachineRequest
{
    QString name;
    QString destination; ///< [user@]host[:port], or a Host of ~/.ssh/config
    QString identityFile;
    QStringList jumps; ///< names of machines, or destinations; outermost first
    QString home; ///< $BATCHDECK_HOME there; empty: ~/.batchdeck
};

struct ImportableHost
{
    QString name;
    QString file;
    int line = 0;
    ResourceId machine; ///< that has it already; invalid without one
};

struct DoctorFinding
{
    enum class State { Ok, Warning, Failed };
    QString check; ///< a word: "login-shell", "disk"…
    State state = State::Ok;
    Message message;
    Message remedy;
};

struct ForgottenKey
{
    struct Place
    {
        QString file;
        int line = 0;
        QString fingerprint;
    };
    int removed = 0; ///< lines of the profile's known_hosts
    QList<Place> elsewhere; ///< lines that are the user's to remove
};

/// The typed door to the engine for models, ui and app: commands answer with futures, changes arrive as batches.
/// Use whenFinished() (engine/base/whenfinished.h) to take an answer in your own thread; every answer may be an Error.
/// Thread: its link's.
class EngineClient final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EngineClient)

public:
    explicit EngineClient(EngineLink &link, QObject *parent = nullptr);

    QFuture<Result<EngineStatus>> fetchStatus();
    /// Everything the tree shows; from then on resourcesChanged() tells what differs.
    QFuture<Result<ResourceDelta>> fetchSnapshot();
    QFuture<Result<QJsonObject>> fetchResource(const ResourceId &id);
    QFuture<Result<QList<ResourceSnapshot>>> listResources(ResourceKind kind, const ResourceId &scope = {});
    /// Group, workspace, cluster, experiment. \a document is the create body ({"properties":…}); may be empty.
    QFuture<Result<QJsonObject>> createResource(const ResourceId &id, const QJsonObject &document = {});
    /// A folder of a machine under the name of a file server, so that old documents find it. \a document may be empty.
    QFuture<Result<QJsonObject>> createFileServer(const ResourceId &id, const QString &machine, const QString &path,
                                                  const QJsonObject &document = {});
    /// Changes what may be changed after creation and stands in \a document: "tags" of a group or workspace,
    /// properties.scaleSettings of a cluster. Anything else there is InvalidArgument.
    QFuture<Result<QJsonObject>> updateResource(const ResourceId &id, const QJsonObject &document);
    /// \a terminate: jobs of a cluster that are not done are stopped; without it they are a Conflict. Answers what its
    /// user should know: who still mounts a file server that is gone now.
    QFuture<Result<QList<Message>>> deleteResource(const ResourceId &id, bool terminate = false);
    QFuture<Result<QJsonObject>> createCluster(const ClusterRequest &request);

    /// What a document of \a kind that somebody opens or drops comes to; faults are part of the answer, no Error.
    QFuture<Result<DocumentCheck>> checkDocument(ResourceKind kind, const QByteArray &text,
                                                 const QStringList &overrides = {});
    /// With all below them but jobs, which come only when they are named themselves; parents first, no secrets.
    QFuture<Result<QList<QJsonObject>>> exportDocuments(const QList<ResourceId> &resources);
    /// Makes what a file of exportDocuments() ({"resources":[…]}), a list of documents or a single one holds. What is
    /// there stays; InvalidDocument lists every fault, and then nothing was made. A job is submitted. \a target is the
    /// group or workspace that takes the place of the documents' own.
    QFuture<Result<ImportedDocuments>> importDocuments(const QByteArray &text, const ResourceId &target = {});
    QFuture<Result<QList<UsageSnapshot>>> listUsages();
    /// From the next submit on; jobs that are there keep what they were submitted with.
    QFuture<Result<MappedVolume>> mapVolume(const QString &source, const QString &target);
    QFuture<Result<QList<MappedVolume>>> listVolumes();
    QFuture<Result<void>> unmapVolume(const QString &source);

    /// Connects, and stores the machine once it is ready. May be made again with an answer to Error::question. While it
    /// lasts, resourcesChanged() tells the steps.
    QFuture<Result<QJsonObject>> addMachine(const MachineRequest &request, const QList<Answer> &answers = {});
    /// Tries now; may be made again with an answer to Error::question.
    QFuture<Result<QJsonObject>> connectMachine(const ResourceId &id, const QList<Answer> &answers = {});
    /// Ends the attempt to add or connect the machine of this name, if one is under way: it answers Canceled.
    QFuture<Result<void>> cancelMachine(const QString &name);
    /// What ~/.ssh/config offers.
    QFuture<Result<QList<ImportableHost>>> listImportableHosts();
    QFuture<Result<void>> importMachines(const QStringList &hosts);
    QFuture<Result<QList<DoctorFinding>>> diagnoseMachine(const ResourceId &id);
    /// Paths that were, or with \a dryRun would be, removed there.
    QFuture<Result<QStringList>> cleanMachine(const ResourceId &id, bool dryRun);
    QFuture<Result<ForgottenKey>> forgetHostKey(const ResourceId &id);
    QFuture<Result<QStringList>> fetchTerminalCommand(const ResourceId &id);
    /// One step for "Use this computer": machine, group, workspace, local cluster, experiment; what is there stays.
    QFuture<Result<QJsonObject>> useThisComputer();
    /// useThisComputer() and the bundled sample job; answers the job's document.
    QFuture<Result<QJsonObject>> runSample();
    QFuture<Result<SampleJob>> fetchSample();

    QFuture<Result<QJsonObject>> createJob(const JobRequest &request);
    /// Contacts no machine.
    QFuture<Result<JobPlanSnapshot>> planJob(const JobRequest &request);
    QFuture<Result<void>> terminateJob(const ResourceId &id);
    QFuture<Result<void>> deleteJob(const ResourceId &id);
    QFuture<Result<QJsonObject>> rerunJob(const ResourceId &id);
    QFuture<Result<QList<FileEntry>>> listJobFiles(const ResourceId &id, const QString &outputDirectoryId,
                                                   const QString &path = {});
    QFuture<Result<QList<JobEvent>>> listJobEvents(const ResourceId &id);
    /// Jobs of an experiment, newest first, in pages: \a before is the id of the last row seen.
    QFuture<Result<QList<JobSnapshot>>> listJobs(const ResourceId &experiment, const ResourceId &before = {},
                                                 int limit = 200);

    [[nodiscard]] bool isConnected() const { return m_link.isConnected(); }

signals:
    void resourcesChanged(const engine::ResourceDelta &delta);
    void noticed(const engine::Message &notice);
    void connectedChanged(bool connected);

private:
    EngineLink &m_link;
};

} // namespace engine
