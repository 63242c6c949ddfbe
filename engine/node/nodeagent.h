// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/remote/remotehost.h"

#include <QMap>

#include <optional>

namespace engine {

struct DoctorFinding;

/// What a machine is. Bytes are bytes; empty strings and lists mean "could not be told".
struct Inventory
{
    /// What becomes of processes when the user's last session there ends.
    enum class Logout {
        Kept, ///< they go on; also when it could not be told
        Lingers, ///< KillUserProcesses, but a start keeps its job in a scope of the user's manager, which stays
        Killed, ///< KillUserProcesses: the first start switches lingering on, or is refused
        Managed, ///< ours belong to the user's manager, which ends with the session
    };
    int cores = 0;
    qint64 memoryBytes = 0;
    QString os; ///< PRETTY_NAME of /etc/os-release
    QString hostName;
    QString machineId; ///< /etc/machine-id, else "host-" and the host name
    QString bootId;
    QString home; ///< $BATCHDECK_HOME there, absolute
    QString homeFileSystem; ///< type of the file system that holds it: "ext4", "nfs4"
    QString user;
    QString userHome;
    QString shell; ///< the user's login shell
    Logout logout = Logout::Kept;
    QList<GpuShape> gpus;
    QList<DiskShape> disks; ///< each file system once; the first holds home
    QMap<QString, QString> tools; ///< name and path of those that are there
    QString python; ///< path of python, else python3; empty without
    std::chrono::milliseconds clockOffset{0}; ///< node's clock minus ours, at the round trip's middle

    /// x-batchdeck.inventory.
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] bool hasNetworkHome() const; ///< other machines may see the same $BATCHDECK_HOME
    /// What this machine will do to jobs that a user should know beforehand.
    [[nodiscard]] QList<Message> warnings() const;
};

/// How long an attempt may stand before its commit point: a reservation that is older is free.
constexpr std::chrono::seconds startDeadline{60};
/// How long an attempt may take to end after it was told to, before it is killed.
constexpr std::chrono::seconds endDeadline{60};

/// State of one attempt as its wrapper's files tell it (resources/scripts/wrapper.sh).
struct AttemptStatus
{
    enum class Kind {
        Absent, ///< no folder
        Starting, ///< before the commit point, wrapper alive
        StartingOrDead, ///< before the commit point, nobody alive: void it after 60 s
        Running,
        Ending, ///< the job is over, its wrapper still tidies up
        Exited, ///< exitCode is right
        NeverBegan, ///< void: never ran, never will
        Rebooted, ///< the machine's boot id changed under it
        Lost, ///< wrapper and job are gone without an exit code
        Elsewhere, ///< it was begun on another machine (otherMachine), which shares the folder: nothing is known
        Unclear, ///< its records cannot be read or make no sense
    };
    Kind kind = Kind::Absent;
    int exitCode = 0;
    QString endReason; ///< "user" or "limit" when somebody ended it
    int outOfMemoryKills = 0; ///< on the machine while it ran
    bool launched = false; ///< the payload reached the job's own command; false with Exited: the launch failed
    /// Where the payload is (resources/scripts/runtime.sh); None before the first.
    enum class Stage {
        None,
        Mounting, ///< also: pulls and starts the container
        Preparing, ///< job preparation
        Ready, ///< of several nodes: waits until all are
        Executing,
        Done, ///< its processes are over; it stays for the others
        Collecting, ///< takes away what it made
    };
    /// The first of the node's processes that failed.
    struct Failure
    {
        int process = 0; ///< PlannedCommand::index, of its task
        int exitCode = 0;
        qint64 timeMs = 0; ///< UTC ms by the node's clock
        QString task = {}; ///< "worker", "ps", "rank"; empty when the node has one process only
        int outOfMemoryKills = 0; ///< on the machine since the processes began; not told by earlier versions
    };
    Stage stage = Stage::None;
    QByteArray offer; ///< what the other nodes must know of it, from Ready on: a word, "-" for nothing
    std::optional<int> ownExitCode; ///< of its processes, from Done on
    std::optional<Failure> firstFailure;
    QString cause; ///< error code of the stage that failed: "MountFailed", "SharedDirectoryUnavailable"…
    QString endedBy; ///< what ended it before its time: "done", or the node whose failure did
    bool preparing = false; ///< job preparation runs now
    bool preparationFailed = false;
    QString launchError; ///< last words of the payload (at most 4 KiB) when launched is false
    qint64 startedMs = 0; ///< UTC ms by the node's clock, 0 when unknown
    qint64 endedMs = 0;
    qint64 pid = 0;
    bool diskFull = false; ///< nothing could be written when it ended; told only of one that was not launched
    bool hasLeftovers = false; ///< mounts, containers or keys stay that nobody there takes back: tidy()
    QString otherMachine; ///< id and host name
};
// As the wrapper says them.
template <>
inline constexpr std::array wireWords<AttemptStatus::Kind>{"absent", "starting",  "unclear",   "running",
                                                           "ending", "exited",    "never",     "rebooted",
                                                           "lost",   "elsewhere", "unreadable"};
template <>
inline constexpr std::array wireWords<AttemptStatus::Stage>{"none",      "mounting", "preparing", "ready",
                                                            "executing", "done",     "collecting"};

/// The node's words when \a error is a refusal by our own script there; nothing when the script did not come to speak.
[[nodiscard]] std::optional<QString> refusalOf(const Error &error);

/// The jobs on one machine, driven by our scripts under $BATCHDECK_HOME/agent/<hash>/ through a RemoteHost.
/// Every call is idempotent; a call that fails may be repeated. Thread: the owner's; futures finish in any.
class NodeAgent final
{
public:
    /// \a home: $BATCHDECK_HOME there; empty for ~/.batchdeck.
    NodeAgent(RemoteHost &host, QString home);

    /// Needs no scripts there. Makes $BATCHDECK_HOME when it is missing.
    QFuture<Result<Inventory>> fetchInventory();
    /// Puts the scripts there when this version's folder is missing or incomplete.
    QFuture<Result<void>> install();
    /// What on the machine will be in the way of jobs, and what may be done about it; also what is well. Needs no
    /// scripts there and leaves nothing.
    QFuture<Result<QList<DoctorFinding>>> diagnose();
    struct Traces
    {
        QStringList removed;
        QStringList kept; ///< output directories of jobs, in folders of jobs, that hold anything
    };
    /// Removes what the profile left there: its job folders, but for outputs in them; our scripts and empty folders
    /// when no other profile has anything there; $BATCHDECK_HOME when that leaves it empty and we made it. Takes back
    /// the lingering that a start switched on, unless an attempt of another profile runs there. Answers the paths; with
    /// \a dryRun all stay. Conflict, and all stays, while a job of it lives there or something is mounted in its
    /// folders; InvalidArgument for what is no profile's id.
    QFuture<Result<Traces>> removeTraces(const QString &profileId, bool dryRun);
    /// Starts \a payload as the attempt \a directory unless that attempt was started before; answers its state.
    /// A reply lost on the way is harmless: call it again, or ask fetchStatus(). The payload's last line is "#end" and
    /// \a directory is absolute, else InvalidArgument; \a limit 0 is none. The answer waits up to \a patience for the
    /// node to be ready for others, or to be over, so that nobody has to ask again.
    QFuture<Result<AttemptStatus>> start(const QString &directory, std::chrono::seconds limit,
                                         std::chrono::seconds grace, const QByteArray &payload,
                                         std::chrono::milliseconds patience = {});
    /// All of \a directories in one round trip, in their order.
    QFuture<Result<QList<AttemptStatus>>> fetchStatus(const QStringList &directories);
    /// TERM to the whole attempt, KILL after \a grace; goes on without the caller. \a why: "user".
    QFuture<Result<void>> terminate(const QString &directory, std::chrono::seconds grace, const QString &why);
    /// Lets a node that is Ready go on; \a offers: the offer of each node, by index. Answers its state.
    QFuture<Result<AttemptStatus>> release(const QString &directory, const QList<QByteArray> &offers);
    /// Tells a node that the job as a whole is over: it ends what still runs, tidies up and exits. \a why: "done", or
    /// the name of the node whose failure ended it. The first word counts.
    QFuture<Result<AttemptStatus>> end(const QString &directory, const QString &why);
    /// Takes away what an attempt that is lost or has leftovers left: its processes, mounts, containers and keys.
    QFuture<Result<void>> tidy(const QString &directory);
    /// Makes an attempt that has not begun unable to begin, and answers its state then. One that is absent stays so.
    QFuture<Result<AttemptStatus>> makeVoid(const QString &directory) { return askWrapper("void", directory, {}); }
    /// An output directory of a job in the job's folder.
    struct Output
    {
        QString path;
        QByteArray identity; ///< the same for all who see the same folder; empty where the node cannot tell
        qint64 bytes = -1; ///< that it takes on the disk; below 0: not known
        bool isAtLeast = false; ///< there was no time to count the rest
    };
    /// What removeJobFolder() leaves of this folder, a thousand at most. \a deadline: of the command there.
    QFuture<Result<QList<Output>>> listOutputs(const QString &directory, std::chrono::milliseconds deadline);
    /// \a outputs with their sizes, as far as they can be counted within the whole seconds of \a deadline, and one at
    /// least. \a deadline: of the command there.
    QFuture<Result<QList<Output>>> measureOutputs(const QList<Output> &outputs, std::chrono::milliseconds deadline);
    /// Removes a folder below $BATCHDECK_HOME/jobs; refuses any other path with InvalidArgument, and
    /// with Conflict one in which something is mounted. A folder that is not there counts as removed. What a job calls
    /// its outputs, and holds anything, stays in it but for \a outputs: paths as listOutputs() tells them.
    QFuture<Result<void>> removeJobFolder(const QString &directory, const QStringList &outputs = {});
    /// Removes what a cluster's setup left on this machine: the folder of the attempt, with those above it that are
    /// empty then, and the mount root. As removeJobFolder() otherwise.
    QFuture<Result<void>> removeSetup(const QString &directory, const QString &mountRoot);

private:
    QFuture<Result<AttemptStatus>> askWrapper(const QByteArray &verb, const QString &directory, const QByteArray &words,
                                              const QByteArray &input = {});
    QFuture<Result<void>> remove(const QByteArray &script, const QString &directory);

    RemoteHost &m_host;
    QByteArray m_home; // a word of the node's shell
};

} // namespace engine
