// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/remote/remotehost.h"

#include <QMap>

#include <optional>

namespace engine {

struct DoctorFinding;

/// Facts about a machine. Sizes are in bytes; empty strings and lists are unknown.
struct Inventory
{
    /// What happens to processes when the user's last session on the machine ends.
    enum class Logout {
        Kept, ///< they continue; also when unknown
        Lingers, ///< KillUserProcesses with lingering: jobs run in a scope of the user's manager, which stays
        Killed, ///< KillUserProcesses without lingering: the first start enables lingering, or is refused
        Managed, ///< our processes belong to the user's manager, which ends with the session
    };
    int cores = 0;
    qint64 memoryBytes = 0;
    QString os; ///< PRETTY_NAME of /etc/os-release
    QString hostName;
    QString machineId; ///< /etc/machine-id, else "host-" and the host name
    QString bootId;
    QString home; ///< $BATCHDECK_HOME on the machine, absolute
    QString homeFileSystem; ///< type of its file system: "ext4", "nfs4"
    QString user;
    QString userHome;
    QString shell; ///< the user's login shell
    Logout logout = Logout::Kept;
    QList<GpuShape> gpus;
    QList<DiskShape> disks; ///< each file system once; the first holds home
    QMap<QString, QString> tools; ///< path of each installed tool, by name
    QString python; ///< path of python, else of python3; empty without either
    /// The node's clock minus this computer's, at the middle of the round trip.
    std::chrono::milliseconds clockOffset{0};

    /// x-batchdeck.inventory.
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] bool hasNetworkHome() const; ///< other machines may see the same $BATCHDECK_HOME
    /// Properties of the machine with an effect on jobs that users should know.
    [[nodiscard]] QList<Message> warnings() const;
};

/// How long an attempt may take to its commit point; an older reservation no longer holds.
constexpr std::chrono::seconds startDeadline{60};
/// How long an attempt may take to end by itself before it is killed.
constexpr std::chrono::seconds endDeadline{60};

/// State of one attempt, from the files of its wrapper (resources/scripts/wrapper.sh).
struct AttemptStatus
{
    enum class Kind {
        Absent, ///< no folder
        Starting, ///< before the commit point, wrapper alive
        StartingOrDead, ///< before the commit point, no process alive: to be made void after 60 s
        Running,
        Ending, ///< the job has ended, its wrapper cleans up
        Exited, ///< exitCode is valid
        NeverBegan, ///< void: it did not run and cannot start any more
        Rebooted, ///< the boot id of the machine has changed since
        Lost, ///< wrapper and job are gone without an exit code
        Elsewhere, ///< it was started on another machine (otherMachine), which shares the folder: its state is unknown
        Unclear, ///< its records are unreadable or invalid
    };
    Kind kind = Kind::Absent;
    int exitCode = 0;
    QString endReason; ///< "user" or "limit" when it was terminated
    int outOfMemoryKills = 0; ///< on the machine while it ran
    bool launched = false; ///< the payload reached the job's own command; false with Exited: the launch failed
    /// Progress of the payload (resources/scripts/runtime.sh); None before the first stage.
    enum class Stage {
        None,
        Mounting, ///< includes pulling and starting the container
        Preparing, ///< job preparation
        Ready, ///< waits until all nodes are ready
        Executing,
        Done, ///< its processes have ended; it waits for the other nodes
        Collecting, ///< removes what it created
    };
    /// The first process of the node that failed.
    struct Failure
    {
        int process = 0; ///< PlannedCommand::index, of its task
        int exitCode = 0;
        qint64 timeMs = 0; ///< UTC ms by the node's clock
        QString task = {}; ///< "worker", "ps", "rank"; empty when the node has one process only
        int outOfMemoryKills = 0; ///< on the machine since the processes began; 0 from earlier versions
    };
    Stage stage = Stage::None;
    QByteArray offer; ///< data for the other nodes, from Ready on: a word, "-" for none
    std::optional<int> ownExitCode; ///< exit code of its processes, from Done on
    std::optional<Failure> firstFailure;
    QString cause; ///< error code of the stage that failed: "MountFailed", "SharedDirectoryUnavailable"…
    QString endedBy; ///< why end() ended it: "done", or the name of the node that failed
    bool preparing = false; ///< job preparation runs now
    bool preparationFailed = false;
    QString launchError; ///< last words of the payload (at most 4 KiB) when launched is false
    qint64 startedMs = 0; ///< UTC ms by the node's clock, 0 when unknown
    qint64 endedMs = 0;
    qint64 pid = 0;
    bool diskFull = false; ///< the disk was full when it ended; only set if it was not launched
    bool hasLeftovers = false; ///< mounts, containers or keys remain, for tidy() to remove
    QString otherMachine; ///< id and host name
};
// The words of wrapper.sh.
template <>
inline constexpr std::array wireWords<AttemptStatus::Kind>{"absent", "starting",  "unclear",   "running",
                                                           "ending", "exited",    "never",     "rebooted",
                                                           "lost",   "elsewhere", "unreadable"};
template <>
inline constexpr std::array wireWords<AttemptStatus::Stage>{"none",      "mounting", "preparing", "ready",
                                                            "executing", "done",     "collecting"};

/// The message of our script on the node when \a error is its refusal; nullopt when the script did not answer.
[[nodiscard]] std::optional<QString> refusalOf(const Error &error);

/// Runs our scripts in $BATCHDECK_HOME/agent/<hash>/ of one machine by a RemoteHost. Every call is idempotent: a failed
/// call may be repeated. Thread: the owner's; futures finish in any thread.
class NodeAgent final
{
public:
    /// \a home: $BATCHDECK_HOME on the machine; empty for ~/.batchdeck.
    NodeAgent(RemoteHost &host, QString home);

    /// Needs no install(). Creates $BATCHDECK_HOME if it is missing.
    QFuture<Result<Inventory>> fetchInventory();
    /// Installs the scripts if the folder of this version is missing or incomplete.
    QFuture<Result<void>> install();
    /// Checks the machine: findings about what would hinder jobs, with remedies, and about what is well. Needs no
    /// install() and leaves nothing on the machine.
    QFuture<Result<QList<DoctorFinding>>> diagnose();
    struct Traces
    {
        QStringList removed;
        QStringList kept; ///< output directories in folders of jobs that are not empty
    };
    /// Removes the traces of the profile: its job folders, except outputs in them; our scripts and empty folders, if no
    /// other profile has anything on the machine; $BATCHDECK_HOME, if it is empty then and we created it. Disables
    /// lingering if a start enabled it, unless an attempt of another profile runs. Returns the paths; with \a dryRun
    /// nothing is removed. Conflict, without removing anything, while a job of the profile lives or something is
    /// mounted in its folders; InvalidArgument for an invalid \a profileId.
    QFuture<Result<Traces>> removeTraces(const QString &profileId, bool dryRun);
    /// Starts \a payload as the attempt \a directory unless that attempt was started before; returns its state. After a
    /// lost answer, call again or fetchStatus(). The last line of the payload must be "#end" and \a directory absolute,
    /// else InvalidArgument; \a limit 0 is none. The machine delays its answer by up to \a patience until the node is
    /// ready for others or has ended, which saves a call.
    QFuture<Result<AttemptStatus>> start(const QString &directory, std::chrono::seconds limit,
                                         std::chrono::seconds grace, const QByteArray &payload,
                                         std::chrono::milliseconds patience = {});
    /// The states of \a directories, in their order, by one call.
    QFuture<Result<QList<AttemptStatus>>> fetchStatus(const QStringList &directories);
    /// Sends TERM to the whole attempt, KILL after \a grace, which the machine does by itself. \a why: "user".
    QFuture<Result<void>> terminate(const QString &directory, std::chrono::seconds grace, const QString &why);
    /// Lets a node that is Ready continue; \a offers: the offer of each node, by index. Returns its state.
    QFuture<Result<AttemptStatus>> release(const QString &directory, const QList<QByteArray> &offers);
    /// Tells a node that the job has ended: it ends its processes, cleans up and exits. \a why: "done", or the name of
    /// the node whose failure ended the job; only the first call counts.
    QFuture<Result<AttemptStatus>> end(const QString &directory, const QString &why);
    /// Removes what a lost attempt, or one with leftovers, has left: processes, mounts, containers and keys.
    QFuture<Result<void>> tidy(const QString &directory);
    /// Prevents an attempt that has not begun from beginning, and returns its state. An absent attempt stays absent.
    QFuture<Result<AttemptStatus>> makeVoid(const QString &directory) { return askWrapper("void", directory, {}); }
    /// An output directory of a job in the job's folder.
    struct Output
    {
        QString path;
        QByteArray identity; ///< equal for nodes that share the folder; empty when unknown
        qint64 bytes = -1; ///< used on the disk; negative when unknown
        bool isAtLeast = false; ///< \a bytes is a lower bound: the time did not suffice
    };
    /// The outputs that removeJobFolder() would keep, at most a thousand. \a deadline: of the command on the machine.
    QFuture<Result<QList<Output>>> listOutputs(const QString &directory, std::chrono::milliseconds deadline);
    /// \a outputs with their sizes, as far as they can be determined within \a deadline, which is rounded down to whole
    /// seconds, but to one at least.
    QFuture<Result<QList<Output>>> measureOutputs(const QList<Output> &outputs, std::chrono::milliseconds deadline);
    /// Removes a folder below $BATCHDECK_HOME/jobs. InvalidArgument for any other path; Conflict if something is
    /// mounted in it. A missing folder counts as removed. Keeps output directories that are not empty, except \a
    /// outputs, which are paths of listOutputs().
    QFuture<Result<void>> removeJobFolder(const QString &directory, const QStringList &outputs = {});
    /// Removes what a cluster's setup left on the machine: the folder of the attempt, parents that are empty then, and
    /// the mount root. Otherwise as removeJobFolder().
    QFuture<Result<void>> removeSetup(const QString &directory, const QString &mountRoot);

private:
    QFuture<Result<AttemptStatus>> askWrapper(const QByteArray &verb, const QString &directory, const QByteArray &words,
                                              const QByteArray &input = {});
    QFuture<Result<void>> remove(const QByteArray &script, const QString &directory);

    RemoteHost &m_host;
    QByteArray m_home; // quoted for the shell of the node
};

} // namespace engine
