// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"
#include "engine/batchai/volumes.h"

#include <optional>

namespace engine {

/// A machine as a launch plan sees it.
struct PlanNode
{
    QString name;
    QString address; ///< by which other nodes reach it; 127.0.0.1 when it is alone
    QString home; ///< $BATCHDECK_HOME there, absolute
    QString machineId; ///< folder name below jobs/…/aN
    int gpus = 0;
    QString mpi = {}; ///< flavour of its mpirun: "openmpi", "intel", "mpich"; empty: unknown, taken for Open MPI
    QString containerTool = {}; ///< "docker" or "podman"; empty: unknown, taken for docker

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

/// Everything a launch plan depends on.
struct PlanView
{
    ResourceId job;
    QString jobUuid;
    QJsonObject document; ///< with defaults
    int attempt = 1;
    QList<PlanNode> nodes; ///< the first is the master; as many as nodeCount
    QJsonObject cluster = {}; ///< its document: mounts of the nodes
    QList<MappedVolume> volumes = {}; ///< of the profile
    bool hasSharedHome = false; ///< the nodes see one $BATCHDECK_HOME
    int firstPort = 2222; ///< of the ports that processes listen on; the service's own
    QList<QJsonObject> fileServers = {}; ///< documents with "id", of those that mounts name, as far as there are any

    /// What was found out when the job was placed, and would be another one later; the job itself is no part of it.
    static void describe(auto &self, auto &fields)
    {
        fields("nodes", self.nodes);
        fields("sharedHome", self.hasSharedHome);
        fields.optional("cluster", self.cluster);
        fields.optional("volumes", self.volumes);
        fields.optional("fileServers", self.fileServers);
    }
};

/// Where the files lie that the job's document brings along: the working directory.
inline constexpr auto filesFolder = QLatin1StringView("temp/wd/");

struct PlannedFile
{
    QString path; ///< below the attempt's folder
    QByteArray content;
};

/// A volume where the job finds it.
struct PlannedMount
{
    Volume volume;
    bool isOfCluster = false; ///< else of the job, and taken away after it
    QString mappedTo; ///< what `volume map` says; empty: nothing
    QString path; ///< the mount point, e.g. "$AZ_BATCHAI_JOB_MOUNT_ROOT/afs"
    /// What makes it, as a person would type it; keys never stand in it: they come by a file (mode 0600) named in it.
    QString commandLine;
};

/// A process, or a short command, of one node. Each process of a toolkit is one; all ranks of MPI are one, the
/// mpirun on the master.
struct PlannedCommand
{
    QString purpose; ///< "job preparation", "toolkit"
    QString commandLine; ///< as bash/sh gets it
    QString standardOutput; ///< file in the standard output directory
    QString standardError;
    QString task = {}; ///< "worker", "ps"; empty where a toolkit knows one kind of process only
    int index = 0; ///< of the task, or rank
    int processes = 1; ///< that it starts: MPI ranks
    QList<std::pair<QString, QString>> environment = {}; ///< beside its node's, before the user's own
    bool isService = false; ///< runs until all others have ended, and is ended then: a parameter server
};

/// How a node works with the others of its job.
struct PlannedGang
{
    qsizetype index = 0; ///< of this node; 0 is the master
    QStringList nodes; ///< names, by index
    QStringList addresses; ///< by which they reach each other, by index
    QString masterDirectory; ///< the attempt's folder on the master
    bool hasSharedHome = false; ///< all see one $BATCHDECK_HOME, and so $AZ_BATCHAI_SHARED_JOB_TEMP
    bool needsShell = false; ///< the toolkit starts its ranks by SSH between the nodes
    bool needsSharedFolder = false; ///< document or toolkit names $AZ_BATCHAI_SHARED_JOB_TEMP
    bool offersShell = false; ///< the command may log in on other nodes, or not: where that fails it is only noted
};

/// The container in which a node's preparation and processes run: one instance for both.
struct PlannedContainer
{
    QString image;
    QString tool; ///< "docker" or "podman"
    QStringList commands; ///< login (password by stdin), pull, start: in this order, after the mounts
    QString prefix; ///< "docker exec … NAME": before each command's bash -c
    QString stop; ///< when the job is over
    // What resources/scripts/container.sh makes of it.
    QString name; ///< of the instance
    bool hasLogin = false; ///< to registry as user, with LaunchSecrets::registryPassword
    QString registry; ///< empty: the tool's own
    QString user;
    QString sharedMemory; ///< size of /dev/shm in the tool's notation; empty: the tool's default
    int gpus = 0; ///< of the node
    bool wantsRoot = false; ///< processes are root also where a daemon of root's runs it
    QStringList folders; ///< that it finds under their own paths; they may hold $NAME
};

/// What one node does. Texts may hold $NAME, which its shell expands, as the service did.
struct NodePlan
{
    QString node;
    QString directory; ///< the attempt's folder there: HOME/jobs/PROFILE/UUID/aN/MACHINE-ID
    QList<PlannedFile> files;
    QList<PlannedMount> mounts; ///< the cluster's, then the job's, each in the document's order
    std::optional<PlannedContainer> container; ///< none: the commands run on the node itself
    QList<std::pair<QString, QString>> environment; ///< in the order of definition; a later one may use an earlier
    qsizetype ownVariables = 0; ///< so many of them are ours; the user's follow and do not move the folders below
    QString standardOutputDirectory;
    QList<std::pair<QString, QString>> outputDirectories; ///< id, path
    QList<PlannedCommand> commands; ///< empty: allocated and prepared only
    QStringList logFiles; ///< names in the standard output directory that will be written there
    QStringList secretNames = {}; ///< variables that follow the environment; their values are no part of a plan
    std::optional<PlannedGang> gang = {}; ///< none: the node is alone
    bool isSetup = false; ///< of a cluster, no job's: it makes the cluster's mounts, and stays until it is ended
};

/// What a node needs for its plan and nobody may read: by stdin only.
struct LaunchSecrets
{
    QList<std::pair<QString, QString>> variables; ///< of NodePlan::secretNames
    QString registryPassword;
};

struct LaunchPlan
{
    QString pathSegment; ///< jobOutputDirectoryPathSegment
    QList<NodePlan> nodes;
    QList<Fault> warnings; ///< unmapped volumes, what the plan had to assume
};

/// Pure: the same view gives the same plan. \a view's document is valid. Sources: the service's runtime
/// (docs/batch-ai.md).
[[nodiscard]] LaunchPlan planLaunch(const PlanView &view);

/// What the wrapper on that node evaluates (resources/scripts/wrapper.sh, "payload"): calls of runtime.sh's functions,
/// in the order of its stages. Secrets travel only in here, by stdin. POSIX sh; runs in the job's own process with the
/// attempt's folder as working directory. Leaves there, for the engine to see: preparing while job preparation runs,
/// prep-failed when it failed (its exit code is the job's), launched just before the job's own commands begin, cause
/// before it ends because of a named failure. An exit without launched and prep-failed is a failed start, and the
/// reason stands on stderr.
[[nodiscard]] QByteArray wrapperPayload(const NodePlan &plan, const LaunchSecrets &secrets = {});

/// The plan of a node as a person reads it: comment lines, export lines, commands. Shell text that parses when the
/// document's own command lines do; no secret stands in it.
[[nodiscard]] QString describe(const NodePlan &plan);

} // namespace engine
