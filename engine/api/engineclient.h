// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/doctorfinding.h"
#include "engine/api/documents.h"
#include "engine/api/enginelink.h"
#include "engine/api/filetask.h"
#include "engine/api/joboutputs.h"
#include "engine/api/jobplan.h"
#include "engine/api/snapshots.h"
#include "engine/api/transferpreview.h"
#include "engine/api/transfers.h"

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

/// Where a volume of an old document lives now, in the words of `volume map` (engine/batchai/volumes.h).
struct MappedVolume
{
    QString source;
    QString target;
};

/// Where the value of a secret is now.
struct KeptSecret
{
    bool isInKeyring = false; ///< else in memory, until the engine ends
    Message reason; ///< why not in the keyring, when it was asked for
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

/// An output directory of a job as one of its nodes has it.
struct OutputFolder
{
    QString directory; ///< its id; "stdouterr" is standard output's
    QString node;
    Location folder;
    QString sharedWith; ///< an earlier node that has the same one; empty: none
};

/// A file that the engine copies as it grows.
struct JobFileCopy
{
    QString spoolPath; ///< on this computer; may not exist yet
    bool isComplete = false; ///< the job is final and the copy equals the file
};

struct JobEvent
{
    QDateTime time;
    QString state; ///< word of the state or phase that began
    Message message;
    QString actor;
};

/// A job that comes with the program.
struct SampleSummary
{
    QString name;
    QString title;
    QString description;
    QString toolkit; ///< the property that names it: "pyTorchSettings"
    int nodes = 1; ///< it takes so many where there are that many
};

/// One of them as text to submit.
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

    /// \a remember: in the keyring, where there is one; else in memory only. What waits for it goes on by itself.
    QFuture<Result<KeptSecret>> setSecret(const QString &name, const QString &value, bool remember);
    QFuture<Result<QStringList>> listSecrets(); ///< names of those that have a value

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
    /// The first is for beginners.
    QFuture<Result<QList<SampleSummary>>> listSamples();
    /// \a name: of listSamples(), empty for the first. \a cluster: valid to take no more nodes than it has.
    QFuture<Result<SampleJob>> fetchSample(const QString &name = {}, const ResourceId &cluster = {});

    QFuture<Result<QJsonObject>> createJob(const JobRequest &request);
    /// Contacts no machine.
    QFuture<Result<JobPlanSnapshot>> planJob(const JobRequest &request);
    /// Looks at the nodes on which it would run, all at once, within half a minute.
    /// \a check: by which cancelCheck() knows it; no other check of any client has that name.
    QFuture<Result<QList<CheckedNode>>> checkJob(const JobRequest &request, const QString &check = {});
    /// Ends that check, if it is under way: it answers Canceled.
    QFuture<Result<void>> cancelCheck(const QString &check);
    QFuture<Result<void>> terminateJob(const ResourceId &id);
    /// Takes its folders and leaves its outputs in them, but for \a outputs.
    QFuture<Result<void>> deleteJob(const ResourceId &id, const QList<JobOutput> &outputs = {});
    /// What deleteJob() leaves unless it is named; within two seconds.
    QFuture<Result<JobOutputs>> listJobOutputs(const ResourceId &id);
    QFuture<Result<QJsonObject>> rerunJob(const ResourceId &id);
    /// Where the output directories are on the nodes that answer; those that are not there yet are left out.
    QFuture<Result<QList<OutputFolder>>> listOutputFolders(const ResourceId &id);
    /// x-batchdeck.fetch, what is brought here once the job is over: engine/api/fetchrule.h. InvalidDocument names each
    /// place that is wrong. Answers the job's document.
    QFuture<Result<QJsonObject>> setFetchRules(const ResourceId &id, const QJsonArray &rules);
    /// From now on \a file of the output directory on \a node is copied; an empty node is the master.
    QFuture<Result<JobFileCopy>> followJobFile(const ResourceId &id, const QString &outputDirectoryId,
                                               const QString &file, const QString &node);
    QFuture<Result<QList<JobEvent>>> listJobEvents(const ResourceId &id);
    /// Jobs of an experiment, newest first, in pages: \a before is the id of the last row seen.
    QFuture<Result<QList<JobSnapshot>>> listJobs(const ResourceId &experiment, const ResourceId &before = {},
                                                 int limit = 200);

    /// This computer, the machines and the file servers.
    QFuture<Result<QList<StoragePlace>>> listPlaces();
    /// At most \a most entries (up to 5000); a page with a cursor is not the last. A listing that nobody goes on with
    /// for a minute is forgotten.
    QFuture<Result<FolderPage>> listFolder(const Location &folder, int most);
    QFuture<Result<FolderPage>> listFurther(const QString &cursor, int most);
    void endListing(const QString &cursor); ///< nobody goes on with it
    QFuture<Result<StorageEntry>> fetchEntry(const Location &location);
    /// At most 4 MiB.
    QFuture<Result<QByteArray>> readFile(const Location &file, qint64 offset, qint64 length);
    QFuture<Result<void>> makeFolder(const Location &folder);
    /// \a to: a path of the same place. Replaces nothing: AlreadyExists.
    QFuture<Result<void>> renameFile(const Location &file, const QString &to);
    QFuture<Result<void>> setFileMode(const Location &file, int mode);
    /// Something that takes its time: its id, by which it is asked for at least once a minute, and ended.
    QFuture<Result<QString>> startFileTask(const FileTaskRequest &request);
    QFuture<Result<FileTaskSnapshot>> fetchFileTask(const QString &id);
    void endFileTask(const QString &id); ///< cancels one that runs
    /// As it is when it is stored, which may be Done; transferChanged() told all that came before.
    QFuture<Result<TransferSnapshot>> startTransfer(const TransferRequest &request);
    /// Brings back what it replaced. Conflict: it replaced nothing.
    QFuture<Result<void>> undoTransfer(const QString &id);
    /// What it would do, as far as that is known after a moment; nothing is changed. One with a cursor goes on: it is
    /// for previewFurther(), and forgotten when nobody asks for half a minute.
    QFuture<Result<TransferPreview>> previewTransfer(const TransferRequest &request);
    QFuture<Result<TransferPreview>> previewFurther(const QString &cursor);
    void endPreview(const QString &cursor);
    /// All that are kept, oldest first; from then on transferChanged() and transferProgressed() tell what becomes of
    /// them.
    QFuture<Result<QList<TransferSnapshot>>> listTransfers();
    QFuture<Result<TransferSnapshot>> changeTransfer(const QString &id, const TransferChange &change);
    QFuture<Result<TransferLimits>> fetchTransferLimits();
    QFuture<Result<TransferLimits>> setTransferLimits(const TransferLimits &limits);
    QFuture<Result<void>> pauseTransfer(const QString &id);
    /// One that is paused, failed (only what is missing is sent), or waits for its next try.
    QFuture<Result<void>> resumeTransfer(const QString &id);
    /// Takes away what is not in its place yet; one that has ended is forgotten.
    QFuture<Result<void>> cancelTransfer(const QString &id);
    QFuture<Result<SpaceInfo>> fetchSpace(const Location &location);

    [[nodiscard]] bool isConnected() const { return m_link.isConnected(); }

signals:
    void resourcesChanged(const engine::ResourceDelta &delta);
    void transferChanged(const engine::TransferSnapshot &transfer);
    /// How far one is that has many sources: without its request, which is as it was told last.
    void transferProgressed(const engine::TransferSnapshot &transfer);
    void transferRemoved(const QString &id);
    void transfersStale(); ///< some news were left out: list them again
    void noticed(const engine::Message &notice);
    void connectedChanged(bool connected);

private:
    EngineLink &m_link;
};

} // namespace engine
