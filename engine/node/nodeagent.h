// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/remote/remotehost.h"

#include <QMap>

#include <optional>

namespace engine {

struct DoctorFinding;

/// The inventory of a machine. Empty strings and lists mean "unknown".
struct Inventory
{
    /// What happens to a job's processes when the user's last session on the machine ends.
    enum class Logout {
        Kept, ///< they go on; also when unknown
        Lingers, ///< KillUserProcesses with lingering: a job goes on in a scope of the user's systemd manager
        Killed, ///< KillUserProcesses without lingering: the first start enables it, or is refused
        Managed, ///< they belong to the user's systemd manager, which ends with the session
    };
    int cores = 0;
    qint64 memoryBytes = 0;
    QString os; ///< PRETTY_NAME of /etc/os-release
    QString hostName;
    QString machineId; ///< /etc/machine-id, else "host-" and the host name
    QString bootId;
    QString home; ///< $BATCHDECK_HOME there, absolute
    QString homeFileSystem; ///< type of home's file system: "ext4", "nfs4"
    QString user;
    QString userHome;
    QString shell; ///< the user's login shell
    Logout logout = Logout::Kept;
    QList<GpuShape> gpus;
    QList<DiskShape> disks; ///< one a file system; the first has home
    QMap<QString, QString> tools; ///< path by name, of the installed ones
    QString python; ///< path of python, else of python3; empty without either
    std::chrono::milliseconds clockOffset{0}; ///< node's clock minus ours, compared at the middle of the round trip

    /// As x-batchdeck.inventory.
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] bool hasNetworkHome() const; ///< other machines may see the same $BATCHDECK_HOME
    /// Effects of this machine's setup on jobs that a user should know of beforehand.
    [[nodiscard]] QList<Message> warnings() const;
};

/// The longest time from a reservation to the attempt's commit point; an older reservation is void.
constexpr std::chrono::seconds startDeadline{60};
/// How long an attempt may take to end after end() before it is killed.
constexpr std::chrono::seconds endDeadline{60};

/// State of one attempt by the files of its wrapper (resources/scripts/wrapper.sh).
struct AttemptStatus
{
    enum class Kind {
        Absent, ///< no folder
        Starting, ///< before the commit point, wrapper alive
        StartingOrDead, ///< before the commit point, no wrapper alive: to be made void after 60 s
        Running,
        Ending, ///< the command ended; its wrapper still tidies up
        Exited, ///< exitCode is valid
        NeverBegan, ///< void: never ran, never will
        Rebooted, ///< the machine's boot id changed during the attempt
        Lost, ///< wrapper and command are gone, without an exit code
        Elsewhere, ///< begun on another machine (otherMachine) that shares the folder; its state is unknown here
        Unclear, ///< its records cannot be read
    };
    Kind kind = Kind::Absent;
    int exitCode = 0;
    QString endReason; ///< "user" or "limit" when terminated, else empty
    int outOfMemoryKills = 0; ///< on the whole machine during the attempt
    bool launched = false; ///< the payload reached the job's command; Exited without it: the launch failed
    /// The stage of the payload (resources/scripts/runtime.sh); None before the first.
    enum class Stage {
        None,
        Mounting, ///< also pulls and starts the container
        Preparing, ///< job preparation
        Ready, ///< multi-node job: waits until all nodes are
        Executing,
        Done, ///< its processes ended; it waits for the other nodes
        Collecting, ///< removes its mounts, containers and keys
    };
    /// The first process of the node that failed.
    struct Failure
    {
        int process = 0; ///< PlannedCommand::index, within its task
        int exitCode = 0;
        qint64 timeMs = 0; ///< UTC ms by the node's clock
        QString task = {}; ///< "worker", "ps", "rank"; empty when the node has one process only
        int outOfMemoryKills = 0; ///< on the machine since the processes began; 0 from earlier versions
    };
    Stage stage = Stage::None;
    QByteArray offer; ///< data for the other nodes, from Ready on: one word, "-" for none
    std::optional<int> ownExitCode; ///< of its processes, from Done on
    std::optional<Failure> firstFailure;
    QString cause; ///< error code of the stage that failed: "MountFailed", "SharedDirectoryUnavailable"…
    QString endedBy; ///< why end() ended it early: "done", or the name of the node that failed
    bool preparing = false; ///< job preparation runs now
    bool preparationFailed = false;
    QString launchError; ///< end of the payload's output (at most 4 KiB) when launched is false
    qint64 startedMs = 0; ///< UTC ms by the node's clock, 0 when unknown
    qint64 endedMs = 0;
    qint64 pid = 0;
    bool diskFull = false; ///< the disk was full when the attempt ended; only set without launched
    bool hasLeftovers = false; ///< mounts, containers or keys are left: call tidy()
    QString otherMachine; ///< id and host name
};
// In the wrapper's output, in the order of the enumerators.
template <>
inline constexpr std::array wireWords<AttemptStatus::Kind>{"absent", "starting",  "unclear",   "running",
                                                           "ending", "exited",    "never",     "rebooted",
                                                           "lost",   "elsewhere", "unreadable"};
template <>
inline constexpr std::array wireWords<AttemptStatus::Stage>{"none",      "mounting", "preparing", "ready",
                                                            "executing", "done",     "collecting"};

/// The script's message when \a error is a refusal by our script on the node; nothing when the script did not run.
[[nodiscard]] std::optional<QString> refusalOf(const Error &error);

/// Controls the attempts on one machine by our scripts in $BATCHDECK_HOME/agent/<hash>/, over a RemoteHost. Every call
/// is idempotent, so a failed one may be repeated. Thread: the owner's; futures finish in any.
class NodeAgent final
{
public:
    /// \a home: $BATCHDECK_HOME on the machine; empty for ~/.batchdeck.
    NodeAgent(RemoteHost &host, QString home);

    /// Needs no installed scripts. Makes $BATCHDECK_HOME when it is missing.
    QFuture<Result<Inventory>> fetchInventory();
    /// Installs the scripts when this version's folder is missing or incomplete.
    QFuture<Result<void>> install();
    /// Checks the machine for what prevents or disturbs jobs; the findings include the checks that passed. Needs no
    /// installed scripts and changes nothing.
    QFuture<Result<QList<DoctorFinding>>> diagnose();
    struct Traces
    {
        QStringList removed;
        QStringList kept; ///< output directories in job folders that are not empty
    };
    /// Removes what the profile left on the machine: its job folders, but for outputs in them; our scripts and empty
    /// folders when no other profile has files there; $BATCHDECK_HOME when it is empty then and we made it. Disables
    /// the lingering that a start enabled, unless an attempt of another profile runs. Answers the paths; with
    /// \a dryRun nothing is removed. Conflict, with nothing removed, while a job of the profile runs or something is
    /// mounted in its folders; InvalidArgument when \a profileId is none.
    QFuture<Result<Traces>> removeTraces(const QString &profileId, bool dryRun);
    /// Starts \a payload as the attempt \a directory unless that attempt was started before; answers its state. After a
    /// lost answer call it again, or fetchStatus(). InvalidArgument unless the payload's last line is "#end" and
    /// \a directory is absolute. \a limit 0: no limit. The answer waits up to \a patience until the stage is Ready or
    /// the attempt is over, which saves a poll.
    QFuture<Result<AttemptStatus>> start(const QString &directory, std::chrono::seconds limit,
                                         std::chrono::seconds grace, const QByteArray &payload,
                                         std::chrono::milliseconds patience = {});
    /// The states of the attempts \a directories, in this order, in one round trip.
    QFuture<Result<QList<AttemptStatus>>> fetchStatus(const QStringList &directories);
    /// Sends TERM to all processes of the attempt and KILL after \a grace, even if the connection is lost. \a why:
    /// "user".
    QFuture<Result<void>> terminate(const QString &directory, std::chrono::seconds grace, const QString &why);
    /// Lets a node whose stage is Ready execute; \a offers: the offer of each node, by index. Answers the state.
    QFuture<Result<AttemptStatus>> release(const QString &directory, const QList<QByteArray> &offers);
    /// Tells a node that the whole job is over: the node ends what still runs, tidies up and exits. \a why: "done", or
    /// the name of the node whose failure ended the job. Only the first call's counts.
    QFuture<Result<AttemptStatus>> end(const QString &directory, const QString &why);
    /// Removes the processes, mounts, containers and keys of an attempt that is lost or has leftovers.
    QFuture<Result<void>> tidy(const QString &directory);
    /// Prevents an attempt before its commit point from beginning; answers its state. An absent attempt stays absent.
    QFuture<Result<AttemptStatus>> makeVoid(const QString &directory) { return askWrapper("void", directory, {}); }
    /// An output directory inside a job's folder.
    struct Output
    {
        QString path;
        QByteArray identity; ///< equal on all nodes that see the same folder; empty where unknown
        qint64 bytes = -1; ///< used on the disk; below 0: unknown
        bool isAtLeast = false; ///< bytes is a lower bound: the count ran out of time
    };
    /// The outputs that removeJobFolder() would keep, at most a thousand. \a deadline: of the command.
    QFuture<Result<QList<Output>>> listOutputs(const QString &directory, std::chrono::milliseconds deadline);
    /// \a outputs with their sizes, as far as they are counted within \a deadline, in whole seconds and at least one.
    /// \a deadline is also that of the command.
    QFuture<Result<QList<Output>>> measureOutputs(const QList<Output> &outputs, std::chrono::milliseconds deadline);
    /// Removes a folder below $BATCHDECK_HOME/jobs. InvalidArgument for any other path; Conflict when something is
    /// mounted in it. A missing folder counts as removed. Output directories that are not empty stay, except \a
    /// outputs: paths from listOutputs().
    QFuture<Result<void>> removeJobFolder(const QString &directory, const QStringList &outputs = {});
    /// Removes what a cluster's setup left on this machine: the attempt's folder, the folders above it that become
    /// empty, and the mount root. Otherwise as removeJobFolder().
    QFuture<Result<void>> removeSetup(const QString &directory, const QString &mountRoot);

private:
    QFuture<Result<AttemptStatus>> askWrapper(const QByteArray &verb, const QString &directory, const QByteArray &words,
                                              const QByteArray &input = {});
    QFuture<Result<void>> remove(const QByteArray &script, const QString &directory);

    RemoteHost &m_host;
    QByteArray m_home; // quoted as one word for the node's shell
};

} // namespace engine
