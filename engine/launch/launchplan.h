// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"
#include "engine/batchai/volumes.h"

#include <optional>

namespace engine {

/// A machine as input of a launch plan.
struct PlanNode
{
    QString name;
    QString address; ///< for other nodes; 127.0.0.1 for a single node
    QString home; ///< $BATCHDECK_HOME on the machine, absolute
    QString machineId; ///< name of the folder below jobs/…/aN
    int gpus = 0;
    QString mpi = {}; ///< flavour of its mpirun: "openmpi", "intel", "mpich"; empty: unknown, treated as Open MPI
    QString containerTool = {}; ///< "docker" or "podman"; empty: unknown, treated as docker

    static void describe(auto &self, auto &fields)
    {
        fields("name", self.name);
        fields("address", self.address);
        fields("home", self.home);
        fields("machineId", self.machineId);
        fields("gpus", self.gpus);
        fields("mpi", self.mpi);
        fields("containerTool", self.containerTool);
    }
};

/// All inputs of a launch plan.
struct PlanView
{
    ResourceId job;
    QString jobUuid;
    QJsonObject document; ///< with defaults
    int attempt = 1;
    QList<PlanNode> nodes; ///< exactly nodeCount; the first is the master
    QJsonObject cluster = {}; ///< document of the cluster, for the mounts of its nodes
    QList<MappedVolume> volumes = {}; ///< the volume map
    bool hasSharedHome = false; ///< the nodes share one $BATCHDECK_HOME
    int firstPort = 2222; ///< first port for processes to listen on; the service's default
    QList<QJsonObject> fileServers = {}; ///< the documents, with "id", of file servers that mounts refer to

    /// The members that are stored at placement, because they may change later. The job's document is not among them.
    static void describe(auto &self, auto &fields)
    {
        fields("nodes", self.nodes);
        fields("sharedHome", self.hasSharedHome);
        fields.optional("cluster", self.cluster);
        fields.optional("volumes", self.volumes);
        fields.optional("fileServers", self.fileServers);
    }
};

/// Folder of the files that the job's document contains: the working directory.
inline constexpr auto filesFolder = QLatin1StringView("temp/wd/");

struct PlannedFile
{
    QString path; ///< relative to the attempt's folder
    QByteArray content;
};

/// A volume with its mount point.
struct PlannedMount
{
    Volume volume;
    bool isOfCluster = false; ///< false: of the job, and unmounted after it
    QString mappedTo; ///< target of the volume map; empty when there is none
    QString path; ///< the mount point, e.g. "$AZ_BATCHAI_JOB_MOUNT_ROOT/afs"
    /// The mount command. Keys are never in it: they are in a file (mode 0600) that it names.
    QString commandLine;
};

/// A process, or a short command, of one node. Each process of a toolkit is one command; all MPI ranks are one, mpirun
/// on the master.
struct PlannedCommand
{
    QString purpose; ///< "job preparation", "toolkit"
    QString commandLine; ///< as passed to bash or sh
    QString standardOutput; ///< file in the standard output directory
    QString standardError;
    QString task = {}; ///< "worker", "ps"; empty when the toolkit has one kind of process only
    int index = 0; ///< of the task, or MPI rank
    int processes = 1; ///< MPI ranks that it starts
    QList<std::pair<QString, QString>> environment = {}; ///< added to the node's variables, before the user's
    bool isService = false; ///< runs until all other processes have ended and is stopped then: a parameter server
};

/// How a node cooperates with the other nodes of its job.
struct PlannedGang
{
    qsizetype index = 0; ///< of this node; 0 is the master
    QStringList nodes; ///< names by index
    QStringList addresses; ///< addresses for each other, by index
    QString masterDirectory; ///< the attempt's folder on the master
    bool hasSharedHome = false; ///< all share one $BATCHDECK_HOME, and so $AZ_BATCHAI_SHARED_JOB_TEMP
    bool needsShell = false; ///< the toolkit starts its ranks by SSH between the nodes
    bool needsSharedFolder = false; ///< document or toolkit uses $AZ_BATCHAI_SHARED_JOB_TEMP
    bool offersShell = false; ///< the command may use SSH between the nodes; a failure of its setup is only recorded
};

/// The container of a node's preparation and processes: one instance for both.
struct PlannedContainer
{
    QString image;
    QString tool; ///< "docker" or "podman"
    QStringList commands; ///< login (password on stdin), pull, start: in this order, after the mounts
    QString prefix; ///< "docker exec … NAME": put before each command's bash -c
    QString stop; ///< run when the job has ended
    // Parameters of resources/scripts/container.sh.
    QString name; ///< of the instance
    bool hasLogin = false; ///< log in to \a registry as \a user, with LaunchSecrets::registryPassword
    QString registry; ///< empty for the tool's default
    QString user;
    QString sharedMemory; ///< size of /dev/shm in the tool's notation; empty for the tool's default
    int gpus = 0; ///< of the node
    bool wantsRoot = false; ///< processes run as root even if the container daemon runs as root
    QStringList folders; ///< bound under their own paths; may contain $NAME
};

/// The plan of one node. Texts may contain $NAME, which the node's shell expands, as with the service.
struct NodePlan
{
    QString node;
    QString directory; ///< the attempt's folder: HOME/jobs/PROFILE/UUID/aN/MACHINE-ID
    QList<PlannedFile> files;
    QList<PlannedMount> mounts; ///< the cluster's, then the job's; each in the order of the document, parents first
    std::optional<PlannedContainer> container; ///< none when the commands run on the node itself
    /// In the order of definition; a later variable may use an earlier one.
    QList<std::pair<QString, QString>> environment;
    /// The first of \a environment: Batchdeck's. The user's follow and do not affect the folders below.
    qsizetype ownVariables = 0;
    QString standardOutputDirectory;
    QList<std::pair<QString, QString>> outputDirectories; ///< id, path
    QList<PlannedCommand> commands; ///< empty when the node is only allocated and prepared
    QStringList logFiles; ///< file names in the standard output directory
    QStringList secretNames = {}; ///< variables defined after the environment; their values are no part of a plan
    std::optional<PlannedGang> gang = {}; ///< none for a single node
    bool isSetup = false; ///< plan of a cluster's setup: makes the cluster's mounts and stays until it is ended
};

/// Secret values for a plan; passed on stdin only.
struct LaunchSecrets
{
    QList<std::pair<QString, QString>> variables; ///< of NodePlan::secretNames
    QString registryPassword;
    QMap<QString, QString> containers = {}; ///< address with a signature, by PlannedMount::mappedTo
};

struct LaunchPlan
{
    QString pathSegment; ///< jobOutputDirectoryPathSegment
    QList<NodePlan> nodes;
    QList<Fault> warnings; ///< unmapped volumes and assumptions of the plan
};

/// Pure: equal views give equal plans. The document of \a view must be valid. Modelled on the service's runtime
/// (docs/batch-ai.md).
[[nodiscard]] LaunchPlan planLaunch(const PlanView &view);

/// The script that the wrapper on the node evaluates (resources/scripts/wrapper.sh, "payload"): calls of runtime.sh's
/// functions in the order of its stages. POSIX sh; runs in the job's own process with the attempt's folder as working
/// directory. Secrets are part of it; it is passed on stdin.
/// It creates files in the attempt's folder for the engine: preparing during the job preparation; prep-failed when that
/// failed (its exit code is the job's); launched just before the job's commands start; cause before it exits because of
/// a named failure. An exit without launched and prep-failed is a failed start, with the reason on stderr.
[[nodiscard]] QByteArray wrapperPayload(const NodePlan &plan, const LaunchSecrets &secrets = {});

/// The plan of a node for people: comments, exports and commands. Valid shell text if the document's command lines are;
/// without secrets.
[[nodiscard]] QString describe(const NodePlan &plan);

} // namespace engine
