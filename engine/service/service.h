// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/documents.h"
#include "engine/api/engine.h"
#include "engine/api/secretplaces.h"
#include "engine/job/jobcontroller.h"
#include "engine/cluster/membershiprecord.h"
#include "engine/host/localfiles.h"
#include "engine/job/outputfolders.h"
#include "engine/launch/launchplan.h"
#include "engine/log/logcollector.h"
#include "engine/node/machinecontroller.h"
#include "engine/service/changefeed.h"
#include "engine/service/reply.h"
#include "engine/ssh/sshconfig.h"
#include "engine/storage/filetasks.h"
#include "engine/storage/openlistings.h"
#include "engine/storage/transfer/openpreviews.h"
#include "engine/storage/transfer/transferqueue.h"
#include "engine/store/store.h"

#include <QHash>
#include <QSet>

#include <functional>
#include <memory>
#include <optional>

namespace engine {

class Membership;
class SecretStore;
class SshTransport;

/// The engine itself: knows the methods of docs/protocol.md and owns everything with state. Thread: the engine's; it
/// never blocks. Subjects live in files of their own, named at their functions below.
class Service final : public EngineLink
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Service)

public:
    struct Options
    {
        QString profileDirectory;
        EngineKind kind = EngineKind::Serve;
        QList<Message> notices; ///< what opening the store had to say
        QJsonObject secrets; ///< of the engine before this one, SecretStore::memory()
        std::shared_ptr<LogReaders> logReaders; ///< of who shows logs in this process; null: nobody does
    };

    Service(const Options &options, std::unique_ptr<Store> store, QObject *parent = nullptr);
    ~Service() override;

    void begin(); ///< machines are contacted and jobs adopted from here on: called once, in the engine's thread

    QFuture<Result<QJsonValue>> call(const QString &method, const QJsonObject &parameters,
                                     const Progress &progress = {}) override;
    [[nodiscard]] bool isConnected() const override { return true; }

signals:
    /// engine.stop or engine.release was answered: whoever owns this engine ends it now.
    void endRequested();

private:
    [[nodiscard]] LogCollector::Settings logSettings() const;
    using Method = void (Service::*)(const QJsonObject &parameters, const Reply &reply);
    static const QHash<QString, Method> &methods();

    // service.cpp
    void engineStatus(const QJsonObject &parameters, const Reply &reply);
    void engineStop(const QJsonObject &parameters, const Reply &reply);
    [[nodiscard]] Result<void> mayEnd() const;
    void snapshot(const QJsonObject &parameters, const Reply &reply);

    // resourcemethods.cpp
    void listResources(const QJsonObject &parameters, const Reply &reply);
    void getResource(const QJsonObject &parameters, const Reply &reply);
    void createResource(const QJsonObject &parameters, const Reply &reply);
    [[nodiscard]] Result<void> ensureParents(const ResourceId &id);
    /// What is to be kept of a new resource; not of a job, not of a machine.
    [[nodiscard]] Result<QJsonObject> newDocument(const ResourceId &id, const QJsonObject &parameters) const;
    [[nodiscard]] qsizetype childCount(const ResourceId &parent, ResourceKind kind) const;
    [[nodiscard]] QJsonObject documentOf(const ResourceId &id) const;
    [[nodiscard]] QJsonObject presentDocument(const ResourceId &id) const;
    [[nodiscard]] QJsonObject experimentDocument(const ResourceId &id) const;
    void countJobs(const ResourceId &experiment, qint64 change);
    void putResource(const ResourceId &id, const QJsonObject &document, const Reply &reply);
    void rememberResource(const ResourceId &id, const QJsonObject &document);

    // updatemethods.cpp
    void updateResource(const QJsonObject &parameters, const Reply &reply);
    void listUsages(const QJsonObject &parameters, const Reply &reply);
    /// Puts another document in the place of a resource's; as it was when the store refuses.
    void changeResource(const ResourceId &id, const QJsonObject &document, const Reply &reply);
    void changeScale(const ResourceId &cluster, const QJsonObject &scaleSettings, const Reply &reply);

    // deletemethods.cpp
    void deleteResource(const QJsonObject &parameters, const Reply &reply);
    [[nodiscard]] QList<JobController *> liveJobsOnClustersOf(const ResourceId &id) const;
    [[nodiscard]] Result<void> mayDeleteMachine(const ResourceId &id, bool abandonsSetups) const;
    struct Removal
    {
        ResourceId id;
        QList<JobRow> waiting; ///< jobs whose turn has not come: each costs a process on a machine
        QSet<ResourceId> jobs; ///< under way
        int openLists = 0;
        QJsonObject answer;
        Reply reply;
    };
    void removeBelow(const ResourceId &id, const QJsonObject &answer, const Reply &reply);
    void finishRemovals();
    void abandonRemoval(const std::shared_ptr<Removal> &removal, const Error &error);
    void removeNextJobs(Removal &removal);
    [[nodiscard]] bool isBeingRemoved(const ResourceId &id) const;

    // fileservermethods.cpp
    void createFileServer(const QJsonObject &parameters, const Reply &reply);
    [[nodiscard]] Result<QJsonObject> newFileServer(const ResourceId &id, const QJsonObject &parameters) const;
    [[nodiscard]] QList<Fault> faultsOfPlace(const QString &machine, const QString &path) const;
    [[nodiscard]] ResourceId machineNamed(const QString &nameOrId) const;
    [[nodiscard]] QJsonObject fileServerDocument(const ResourceId &id) const;
    /// The file server of this profile that \a volume names; it need not exist.
    [[nodiscard]] ResourceId fileServerOf(const Volume &volume) const;
    [[nodiscard]] QList<Message> usersOfFileServer(const ResourceId &id) const;

    // volumemethods.cpp
    void mapVolume(const QJsonObject &parameters, const Reply &reply);
    void listVolumes(const QJsonObject &parameters, const Reply &reply);
    void unmapVolume(const QJsonObject &parameters, const Reply &reply);
    [[nodiscard]] Result<void> checkPlace(const QString &target) const; ///< of a mapping
    struct VolumeUse
    {
        QList<VolumeMapping> mappings; ///< by the map: a volume each, exact
        QList<QJsonObject> fileServers; ///< of those that are not mapped: documents under the ids that name them
        QList<VolumeMapping> recorded; ///< both as a job keeps them: a file server is MACHINE:PATH
        QStringList mappedTargets; ///< their places in the documents
        QList<Fault> unmapped; ///< volumes of the service that are nowhere now
    };
    /// Of the cluster's and the job's own volumes.
    [[nodiscard]] VolumeUse useOfVolumes(const QJsonObject &job, const QJsonObject &cluster) const;
    /// The job's document with properties.x-batchdeck.volumes.
    [[nodiscard]] static QJsonObject withVolumes(const QJsonObject &job, const QList<VolumeMapping> &recorded);

    // documentmethods.cpp
    void checkDocumentText(const QJsonObject &parameters, const Reply &reply);
    void exportDocuments(const QJsonObject &parameters, const Reply &reply);
    [[nodiscard]] QJsonObject exported(const ResourceId &id, const QJsonObject &document) const;

    // importmethods.cpp
    void importDocuments(const QJsonObject &parameters, const Reply &reply);
    struct Draft;
    struct Intake;
    void addItems(const QList<QJsonValue> &documents, const ResourceId &target, Intake &intake) const;
    void dropExisting(const std::shared_ptr<Intake> &intake);
    [[nodiscard]] QList<Fault> faultsOf(Intake &intake) const;
    [[nodiscard]] Draft importedJob(const ResourceId &id, const QJsonObject &document,
                                    const QHash<ResourceId, QJsonObject> &coming) const;
    void carryOut(const std::shared_ptr<Intake> &intake);

    // machinemethods.cpp
    void addMachine(const QJsonObject &parameters, const Reply &reply);
    void connectMachine(const QJsonObject &parameters, const Reply &reply);
    void cancelMachine(const QJsonObject &parameters, const Reply &reply);
    struct Candidate
    {
        MachineController *machine = nullptr; ///< child of the service
        Reply reply;
    };
    [[nodiscard]] Result<QJsonObject> machineSettings(const QJsonObject &parameters) const;
    [[nodiscard]] Result<QList<SshSpec>> jumpSpec(const QString &name) const;
    void tryMachine(const ResourceRow &row, const QJsonObject &parameters, const Reply &reply);
    void tried(const ResourceId &id, const Result<void> &result);
    void keepMachine(MachineController *machine, const Reply &reply);
    MachineController *makeMachine(const ResourceRow &row); ///< it is not connected yet
    void startMachine(const ResourceRow &row);
    void machineChanged(const MachineController &machine);
    void rowChanged(const MachineController &machine);
    void useAgent(const QJsonObject &parameters);
    [[nodiscard]] QJsonObject machineDocument(const ResourceId &id) const;
    /// Machines that are another one by a further name, with the first.
    [[nodiscard]] QHash<ResourceId, ResourceId> aliases() const;

    // machineimport.cpp
    void listHosts(const QJsonObject &parameters, const Reply &reply);
    void importMachines(const QJsonObject &parameters, const Reply &reply);
    [[nodiscard]] QHash<QString, ResourceId> machinesByDestination() const;
    void importHosts(const QStringList &names, const QList<ConfigHost> &hosts, const QString &config,
                     const Reply &reply);

    // machineupkeep.cpp
    void diagnoseMachine(const QJsonObject &parameters, const Reply &reply);
    void cleanMachine(const QJsonObject &parameters, const Reply &reply);
    void keepJobsAway(const QList<MachineController *> &machines, const Reply &reply);
    void removeTraces(MachineController &machine, bool isDry, const Reply &reply);
    void forgetHostKey(const QJsonObject &parameters, const Reply &reply);
    void terminalCommand(const QJsonObject &parameters, const Reply &reply);
    /// Null, and the reply has the error, when \a parameters name none.
    [[nodiscard]] MachineController *machineOf(const QJsonObject &parameters, const Reply &reply) const;
    [[nodiscard]] QList<MachineController *> namesOf(MachineController &machine) const;

    // clustermethods.cpp
    void createCluster(const QJsonObject &parameters, const Reply &reply);
    void resizeCluster(const QJsonObject &parameters, const Reply &reply);
    [[nodiscard]] QJsonObject clusterDocument(const ResourceId &id) const;
    struct ClusterNode
    {
        const MachineController *machine;
        const JobController *job; ///< that holds it; may be null
        const Membership *membership; ///< null where nothing is to be set up
        NodeState state;
    };
    /// As many machines as the target says, and those that it says no more and that a job of the cluster still holds or
    /// that are still set up: they are leaving.
    [[nodiscard]] QList<ClusterNode> presentNodes(const ResourceId &cluster) const;
    [[nodiscard]] bool isResizing(const ResourceId &cluster) const;
    void followAllocation(const ResourceId &cluster); ///< notes when it has become steady
    void followAllocationSoon(const ResourceId &cluster); ///< with the next pass of the scheduler
    [[nodiscard]] Result<QJsonObject> newCluster(const ResourceId &id, const QJsonObject &parameters) const;
    [[nodiscard]] Result<QJsonArray> clusterMachines(const QJsonArray &names) const;
    [[nodiscard]] Result<QString> clusterKind(const QString &kind, const QJsonArray &machines) const;
    [[nodiscard]] QList<MachineController *> nodesOf(const ResourceId &cluster) const;
    /// By which other machines reach it: what the user says, else the host name of its destination.
    [[nodiscard]] QString addressOf(const ResourceId &machine) const;

    // nodesetup.cpp
    /// With a new x-batchdeck.uuid, and what is named after it.
    [[nodiscard]] static QJsonObject withUuid(const ResourceId &cluster, const QJsonObject &document);
    void giveUuids();
    void beginMemberships();
    Membership *startMembership(const MembershipRecord &record);
    void membershipChanged(const Membership &membership);
    [[nodiscard]] Result<NodePlan> setupPlan(const MembershipRecord &record, const MachineController &machine) const;
    QFuture<Result<LaunchSecrets>> setupSecrets(const MembershipRecord &record, const QStringList &names);
    [[nodiscard]] const Membership *membershipOf(const QString &uuid, const ResourceId &machine) const;
    void updateMembers();
    void beginSetups(const QHash<ResourceId, ResourceId> &otherNames, const QHash<ResourceId, ResourceId> &busy);
    /// Machines, by their first names, that are being set up or wait for it, with the cluster.
    [[nodiscard]] QHash<ResourceId, ResourceId> settingUp(const QHash<ResourceId, ResourceId> &otherNames) const;
    [[nodiscard]] Message whyNotSetUp(const ResourceId &cluster, const ResourceId &machine,
                                      const std::optional<ResourceId> &settingUp) const;
    void retrySetups(const ResourceId &machine);
    void retrySetupsOf(const ResourceId &cluster); ///< invalid: of all
    void retrySetupsWith(const QString &secret); ///< those that lacked it
    [[nodiscard]] Result<void> mayForget(const ResourceId &machine) const;
    /// Gives up what leaves \a machine; what may be left there.
    QList<Message> abandonSetups(const ResourceId &machine);
    [[nodiscard]] bool isSettingUp() const;
    [[nodiscard]] bool isTakingBack(const ResourceId &scope) const;
    void listSetupFiles(const QJsonObject &parameters, const Reply &reply);

    // jobmethods.cpp
    void createJob(const QJsonObject &parameters, const Reply &reply);
    void getJob(const QJsonObject &parameters, const Reply &reply);
    void listJobs(const QJsonObject &parameters, const Reply &reply);
    void whyJob(const QJsonObject &parameters, const Reply &reply);
    void terminateJob(const QJsonObject &parameters, const Reply &reply);
    void deleteJob(const QJsonObject &parameters, const Reply &reply);
    void rerunJob(const QJsonObject &parameters, const Reply &reply);
    void waitForJob(const QJsonObject &parameters, const Reply &reply);

    // planmethods.cpp
    void planJob(const QJsonObject &parameters, const Reply &reply);
    struct Draft
    {
        ResourceId id;
        QJsonObject document;
        QJsonObject cluster; ///< its document; empty when there is none
        QList<Fault> faults;
        QList<Fault> warnings;
        QByteArray text; ///< from which the document was read, with the overrides
        QStringList overrides;
        QByteArray clusterText; ///< of a cluster that is only planned

        [[nodiscard]] QList<Fault> placed(const QList<Fault> &found) const
        {
            return withPlaces(found, ResourceKind::Job, text, overrides);
        }
    };
    [[nodiscard]] Draft draftJob(const ResourceId &id, const QString &cluster, const QByteArray &text,
                                 const QStringList &overrides, const QHash<ResourceId, QJsonObject> &coming = {}) const;
    [[nodiscard]] Draft draftJob(const QJsonObject &parameters) const;
    /// What a draft must have before it is submitted: everything filled in, every volume somewhere, and recorded.
    void completeDraft(Draft &draft) const;
    /// What whoever plans, checks or submits \a draft should know, in the order of the documents, then of the plan.
    [[nodiscard]] QList<Fault> warningsOf(const Draft &draft, const LaunchPlan &plan) const;
    [[nodiscard]] QList<Fault> warningsOf(const Draft &draft) const; ///< on all nodes of its cluster
    /// \a count nodes; for those that \a machines does not have, placeholders.
    [[nodiscard]] QList<PlanNode> planNodes(const QList<MachineController *> &machines, int count) const;
    [[nodiscard]] static bool shareHome(const QList<MachineController *> &machines, int count);
    /// Of a job that is placed on \a machines now.
    [[nodiscard]] PlanView planView(const JobRecord &job, const QList<ResourceId> &machines) const;
    /// Of a job that is not submitted, on \a machines.
    [[nodiscard]] PlanView draftView(const Draft &draft, const QList<MachineController *> &machines,
                                     const VolumeUse &volumes) const;

    // checkmethods.cpp
    struct JobCheck;
    void checkJob(const QJsonObject &parameters, const Reply &reply);
    void cancelCheck(const QJsonObject &parameters, const Reply &reply);
    /// The machines on which a job of \a count nodes would run now: those that are free first, then those that will be.
    [[nodiscard]] QList<MachineController *> likelyNodes(const ResourceId &cluster, int count) const;
    void checkNode(MachineController &machine, const std::shared_ptr<JobCheck> &check, qsizetype index);
    void checkedNode(const std::shared_ptr<JobCheck> &check, qsizetype index, const Result<CommandResult> &result);
    void endCheck(const std::shared_ptr<JobCheck> &check);

    // jobfilemethods.cpp
    void listFiles(const QJsonObject &parameters, const Reply &reply);
    /// The union of these folders on these machines.
    void listPlaces(const QList<std::pair<MachineController *, QString>> &places, const Reply &reply);
    void followFile(const QJsonObject &parameters, const Reply &reply);
    void listOutputFolders(const QJsonObject &parameters, const Reply &reply);
    void listJobOutputs(const QJsonObject &parameters, const Reply &reply);
    struct NodeFolders
    {
        QList<NodeFolder> folders; ///< the master's first
        QList<Error> errors; ///< of nodes that did not answer
    };
    /// What the nodes of the job have of \a directories; \a take is called once, also when nobody answers.
    void askNodeFolders(const JobRecord &job, const QStringList &directories,
                        const std::function<void(const NodeFolders &)> &take);
    void listEvents(const QJsonObject &parameters, const Reply &reply);

    // filetaskmethods.cpp
    void startFileTask(const QJsonObject &parameters, const Reply &reply);
    void showFileTask(const QJsonObject &parameters, const Reply &reply);
    void endFileTask(const QJsonObject &parameters, const Reply &reply);

    // fetchmethods.cpp
    struct Fetch;
    void beginFetches();
    void fetchNow(); ///< begins what jobs that are over still have to bring
    void askMatches(const std::shared_ptr<Fetch> &fetch, const NodeFolders &all);
    void startFetch(const std::shared_ptr<Fetch> &fetch); ///< once all nodes have answered
    void endFetch(const std::shared_ptr<Fetch> &fetch, const FetchRun &run);
    void tellFetches();
    void tellFetch(JobController &job, FetchRun run); ///< in its events, once all of its transfers have ended
    void setFetchRules(const QJsonObject &parameters, const Reply &reply);

    // placemethods.cpp
    /// Where the relative paths of a place begin.
    struct Ground
    {
        MachineController *machine = nullptr;
        QString folder; ///< a file server's; empty: the home on the machine
    };
    /// \a place by the machine's name, else by its destination or the name of a file server. NotFound; InvalidArgument
    /// when several are called so.
    [[nodiscard]] Result<Ground> groundOf(const QString &place) const;
    void locate(const QJsonObject &parameters, const Reply &reply);

    // storagemethods.cpp
    void listStoragePlaces(const QJsonObject &parameters, const Reply &reply);
    void listFolder(const QJsonObject &parameters, const Reply &reply);
    void endListing(const QJsonObject &parameters, const Reply &reply);
    void statFile(const QJsonObject &parameters, const Reply &reply);
    void readFile(const QJsonObject &parameters, const Reply &reply);
    void makeFolder(const QJsonObject &parameters, const Reply &reply);
    void renameFile(const QJsonObject &parameters, const Reply &reply);
    void setFileMode(const QJsonObject &parameters, const Reply &reply);
    void fetchSpace(const QJsonObject &parameters, const Reply &reply);
    /// Those of the machine that \a parameters name as their "place", or of this computer; null, and the reply has the
    /// error, when there is none of that name.
    [[nodiscard]] RemoteFiles *filesOf(const QJsonObject &parameters, const Reply &reply);

    // logmethods.cpp
    void limitLogs(const QJsonObject &parameters, const Reply &reply);

    // transfermethods.cpp
    void beginTransfers();
    /// The "transfer" in \a parameters, between places that there are.
    [[nodiscard]] Result<TransferRequest> transferIn(const QJsonObject &parameters) const;
    void startTransfer(const QJsonObject &parameters, const Reply &reply);
    void undoTransfer(const QJsonObject &parameters, const Reply &reply);
    void loadUndos();
    void saveUndos();
    /// When it has ended, what its undo has to do next begins.
    void goOnWithUndo(const TransferSnapshot &ended);
    void previewTransfer(const QJsonObject &parameters, const Reply &reply);
    void endPreview(const QJsonObject &parameters, const Reply &reply);
    void listTransfers(const QJsonObject &parameters, const Reply &reply);
    void showTransfer(const QJsonObject &parameters, const Reply &reply);
    void waitForTransfer(const QJsonObject &parameters, const Reply &reply);
    void setTransfer(const QJsonObject &parameters, const Reply &reply);
    void limitTransfers(const QJsonObject &parameters, const Reply &reply);
    void pauseTransfer(const QJsonObject &parameters, const Reply &reply);
    void resumeTransfer(const QJsonObject &parameters, const Reply &reply);
    void cancelTransfer(const QJsonObject &parameters, const Reply &reply);

    // jobmethods.cpp, again: how jobs come, live and go
    qint64 nextCreationTime();
    /// \a document may hold values of secrets; what is stored of it does not.
    void submit(const ResourceId &id, const QJsonObject &document, const Reply &reply);
    void storeNew(const JobRecord &record, const Reply &reply);
    /// Submits under the first free of STEM + separator + number, number + 1, …
    void trySubmit(const ResourceId &experiment, const QString &stem, const QString &separator, int number,
                   const QJsonObject &document, const Reply &reply);
    [[nodiscard]] JobRecord newRecord(const ResourceId &id, const QJsonObject &document);
    JobController *enqueue(const JobRecord &record); ///< a new one that is in the store now
    JobController *startJob(const JobRecord &record);
    [[nodiscard]] JobController *liveJob(const ResourceId &id) const;
    /// The job's controller, revived from the store when it is done; or the reply gets the error.
    void withJob(const QJsonObject &parameters, const Reply &reply, const std::function<void(JobController &)> &act);
    void jobChanged(JobController &job);
    void jobRemoved(JobController &job);
    void forgetLater(JobController &job);
    void forgetJob(JobController &job);

    // scheduling.cpp
    void scheduleSoon();
    void scheduleNow();
    [[nodiscard]] bool hasLiveJobs() const; // jobmethods.cpp

    // secretmethods.cpp
    void beginSecrets();
    void releaseEngine(const QJsonObject &parameters, const Reply &reply);
    void setSecret(const QJsonObject &parameters, const Reply &reply);
    void listSecrets(const QJsonObject &parameters, const Reply &reply);
    void removeSecret(const QJsonObject &parameters, const Reply &reply);
    void indexSecret(const QString &name);
    [[nodiscard]] bool isInKeyring(const QString &name) const;
    /// Of the secrets of one job or setup task; of none in particular: \a owner is empty.
    QFuture<Result<void>> putKeyringNames(const QString &owner);

    // jobsecretmethods.cpp
    /// The values in a document of a job, or a cluster, that is not stored yet.
    QFuture<Result<void>> keepSecrets(const QString &jobUuid, const QJsonObject &document);
    QFuture<Result<void>> keepSetupSecrets(const QJsonObject &cluster);
    QFuture<Result<void>> keepSecrets(const QList<DocumentSecret> &secrets, const char *onlyInMemory);
    void removeSecretsOf(const QString &owner); ///< its secretOwner()
    void sweepSecrets(); ///< of jobs and clusters that do not exist
    /// The job's document with the values of its own secrets, for another one.
    void copySecrets(const JobRecord &job, const std::function<void(const Result<QJsonObject> &)> &then);

    // samplemethods.cpp
    void useThisComputer(const QJsonObject &parameters, const Reply &reply);
    void runSample(const Reply &reply);
    void listSamples(const QJsonObject &parameters, const Reply &reply);
    void sample(const QJsonObject &parameters, const Reply &reply);

    /// Whether every parameter has the type that docs/protocol.md says.
    [[nodiscard]] static Result<void> checkTypes(const QString &method, const QJsonObject &parameters);
    [[nodiscard]] Result<ResourceId> idOf(const QJsonObject &parameters,
                                          const QString &key = QStringLiteral("id")) const;
    /// A context, child of \a subject, for what answers a call that waits for it; it dies with the call. When this
    /// engine is told to end, the answer is Unreachable: the next one knows.
    QObject *waiterOf(const Reply &reply, QObject *subject);
    void touch(); ///< there was something to do: the idle time starts anew
    void storeFailed(const Error &error);

    Options m_options;
    std::unique_ptr<Store> m_store;
    QString m_profileId;
    ChangeFeed m_feed;
    LogCollector m_logs;
    std::shared_ptr<SshTransport> m_transport;
    QSet<QString> m_triedAgents; // sockets
    SecretStore *m_secrets = nullptr; // child of this
    QHash<QString, QStringList> m_keyringNames; // of the secrets that are in the keyring, by ownerOfSecret()
    QHash<QString, QSet<QString>> m_ownedSecrets; // of jobs and setup tasks, wherever they are
    QHash<ResourceId, QJsonObject> m_resources;
    QList<VolumeMapping> m_volumes;
    QHash<ResourceId, MachineController *> m_machines; // children of this
    QHash<ResourceId, Candidate> m_candidates; // stored only when they are ready
    QHash<ResourceId, JobController *> m_jobs; // children of this; done ones only while somebody asked for them
    QList<Membership *> m_memberships; // children of this
    QHash<std::pair<QString, ResourceId>, Membership *> m_members; // the same by cluster's UUID and machine
    QSet<ResourceId> m_allocations; // clusters to be followed
    QSet<ResourceId> m_creating;
    QSet<ResourceId> m_resizing; // clusters
    QSet<ResourceId> m_beingCleaned; // machines, by all their names
    QHash<ResourceId, qint64> m_jobCounts; // of experiments
    QList<std::shared_ptr<Removal>> m_removals;
    QList<std::shared_ptr<JobCheck>> m_checks; // under way
    LocalFiles m_files;
    OpenListings m_listings{this};
    FileTasks m_fileTasks{this};
    OpenPreviews m_previews{this};
    std::unique_ptr<TransferQueue> m_transfers; // from begin() on
    struct UndoStep
    {
        QString id; ///< of the transfer
        TransferRequest request;
    };
    QList<QList<UndoStep>> m_undos; // of several steps, from that on which is under way
    QTimer m_scheduleTimer;
    QTimer m_fetchTimer{this};
    QSet<QString> m_fetching; // job's UUID / rule's key: about to become transfers
    qint64 m_startedMs = 0;
    qint64 m_idleSinceMs = 0;
    qint64 m_lastCreationMs = 0;
    qint64 m_lastPassMs = 0; // how long the scheduler took
    std::optional<qint64> m_storeFailureToldMs;
};

} // namespace engine
