// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/engine/installation.h"
#include "tests/support/hosts/containerstore.h"
#include "tests/support/hosts/nodecontainers.h"
#include "tests/support/hosts/nodefleet.h"
#include "tests/support/patience.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTest>

namespace testing {

/// A two-node job with everything that can be left behind: a folder and a mounted file system on each node, a shared
/// folder, a job preparation, an sshd where the nodes need one, two ranks and, in one of four jobs, a container on each
/// node. The seed decides the kind.
struct GangPlan
{
    enum class Kind { Mpi, Torch, Container }; ///< started by mpirun; by torch's launcher; by the latter in containers

    Kind kind = Kind::Torch;
    bool hasSharedHome = false;
    int code = 0; ///< exit code of rank 1
    int victim = 0; ///< index of the node that is disturbed

    GangPlan() = default;
    GangPlan(int seed, QRandomGenerator &random)
        : kind(random.bounded(2) == 1 ? Kind::Mpi : Kind::Torch), hasSharedHome(random.bounded(3) == 0),
          code(random.bounded(2) * 7), victim(random.bounded(2))
    {
        if (seed % 4 == 1)
            kind = Kind::Container;
    }

    [[nodiscard]] QByteArray words() const
    {
        static const QByteArrayList kinds{"mpi", "torch", "containers"};
        return kinds.at(int(kind)) + (hasSharedHome ? ", one home" : ", homes of their own") + ", ends with "
            + QByteArray::number(code) + ", node " + QByteArray::number(victim + 1);
    }
};

/// Two machines with separate homes (cluster "own"), two with a shared home (cluster "one"), and the built programs.
class GangKillFixture
{
    Q_DISABLE_COPY_MOVE(GangKillFixture)

public:
    GangKillFixture() = default;

    /// Starts all; returns an error's text or nothing. \a hasContainers: installs podman with an image on all machines.
    QByteArray begin(bool hasContainers)
    {
        NodeOptions shared;
        shared.sharedHome = NodeFleet::makeSharedHome();
        if (!m_fleet.up(2) || !m_fleet.up(2, shared))
            return "the machines did not start";
        for (int i = 0; i < 4; ++i) {
            if (!node(i).exec(QString::fromLatin1(fileServer)))
                return "no file server on " + node(i).name().toUtf8();
            if (hasContainers && !addContainers(node(i)))
                return "no containers on " + node(i).name().toUtf8();
            const QByteArray fault =
                call({QStringLiteral("machine"), QStringLiteral("add"), node(i).name(), QStringLiteral("--ssh"),
                      node(i).destination(), QStringLiteral("--identity"), NodeFleet::identityFile(),
                      QStringLiteral("--accept-host-key"), node(i).fingerprint()});
            if (!fault.isEmpty())
                return fault;
        }
        for (const bool isShared : {false, true}) {
            const int first = isShared ? 2 : 0;
            const QByteArray fault =
                call({QStringLiteral("cluster"), QStringLiteral("create"), QStringLiteral("-n"), cluster(isShared),
                      QStringLiteral("--machines"), QString(node(first).name() + u',' + node(first + 1).name())});
            if (!fault.isEmpty())
                return fault;
        }
        return {};
    }

    [[nodiscard]] Installation &installation() { return m_installation; }
    [[nodiscard]] Node &node(int index) const { return m_fleet.node(index); }
    [[nodiscard]] Node &node(const GangPlan &plan, int index) const
    {
        return node((plan.hasSharedHome ? 2 : 0) + index);
    }

    /// Submits job "k"; returns an error's text or nothing.
    QByteArray submit(const GangPlan &plan)
    {
        for (int i = 0; i < 2; ++i) {
            const QString script = QString::fromLatin1(work).arg(plan.code);
            if (!node(plan, i).exec(script))
                return "cannot write the script";
        }
        const Outcome created = m_installation.batchctl(
            {QStringLiteral("job"), QStringLiteral("create"), QStringLiteral("-n"), QStringLiteral("k"),
             QStringLiteral("-c"), cluster(plan.hasSharedHome), QStringLiteral("-f"), QStringLiteral("-")},
            jobText(plan));
        return created.exitCode == 0 ? QByteArray() : created.errorOutput;
    }

    [[nodiscard]] QJsonObject job() const { return m_installation.job(QStringLiteral("k")); }
    [[nodiscard]] static QJsonValue extension(const QJsonObject &job)
    {
        return job[QStringLiteral("properties")][QStringLiteral("x-batchdeck")];
    }

    /// Waits for the job's end; returns e.g. "succeeded 0", "failed JobFailed 7", "failed ProcessLost".
    QByteArray ending()
    {
        const auto wait = m_installation.start(
            {QStringLiteral("job"), QStringLiteral("wait"), QStringLiteral("-n"), QStringLiteral("k")});
        (void)outcomeOf(*wait, 4 * testing::patience);
        const QJsonValue properties = job()[QStringLiteral("properties")];
        const QJsonValue info = properties[QStringLiteral("executionInfo")];
        QByteArray words = properties[QStringLiteral("executionState")].toString().toUtf8();
        for (const QJsonValue &error : info[QStringLiteral("errors")].toArray())
            words += ' ' + error[QStringLiteral("code")].toString().toUtf8();
        if (info[QStringLiteral("exitCode")].isDouble())
            words += ' ' + QByteArray::number(info[QStringLiteral("exitCode")].toInt());
        return words;
    }

    /// What jobs left on \a node: processes, mounts (also in mount namespaces of containers), keys, folders of keys,
    /// records, containers. Empty when nothing is left.
    static QByteArray leftOn(const Node &node, const GangPlan &plan)
    {
        QByteArray left = node.exec(QString::fromLatin1(whatIsLeft)).output;
        if (left.isEmpty() && plan.kind == GangPlan::Kind::Container)
            left = containersOn(node);
        return left;
    }

    /// Sends KILL to the process of \a rank on \a node, which may be in a container; false when it is not running.
    static bool killRank(const Node &node, int rank)
    {
        return bool(node.exec(QString::fromLatin1(rankKiller).arg(rank)));
    }

    /// Runs \a script by bash as root on \a node, once for each attempt ($dir: its folder); fails without attempts.
    static Node::Executed inAttempt(const Node &node, const QString &script)
    {
        return node.exec(QString(QStringLiteral("for dir in ~alice/.batchdeck/jobs/*/*/a*/$(cat /etc/machine-id); do "
                                                "[ -d \"$dir\" ] || exit 1; ")
                                 + script + QStringLiteral("\ndone")));
    }

    /// Sends KILL to a process of the job on \a node: wrapper (0), the job's shell (1), the watch (2), the sshd and its
    /// children (3), the container's first process (4) or podman's monitor, conmon (5); returns the command lines that
    /// were hit.
    static QByteArray killOurs(const Node &node, int which)
    {
        static const QStringList pids{
            QStringLiteral("read -r pid _ < $dir/wrapper"),
            QStringLiteral("read -r pid _ < $dir/job"),
            QStringLiteral("pid=$(pgrep -f \"wrapper.sh watch $dir \")"),
            QStringLiteral("pid=$(pgrep -f \"sshd_config -E $dir/temp/ssh\") && pid=\"$pid $(pgrep -P $pid)\""),
            QStringLiteral("pid=$(pgrep -u alice -f '^sleep infinity')"),
            QStringLiteral("pid=$(pgrep -u alice -x conmon)")};
        return inAttempt(node,
                         QString(QStringLiteral("pid=; ") + pids.at(which)
                                 + QStringLiteral(
                                     "; for each in $pid; do tr '\\0' ' ' < /proc/$each/cmdline | grep -E "
                                     "'wrapper.sh|sshd|^sleep infinity|conmon' && kill -KILL $each; done 2>/dev/null")))
            .output;
    }

    /// The number of machines of the plan's cluster without a job.
    int freeNodes(const GangPlan &plan) const
    {
        return m_installation
            .batchctl({QStringLiteral("cluster"), QStringLiteral("show"), QStringLiteral("-n"),
                       cluster(plan.hasSharedHome), QStringLiteral("-o"), QStringLiteral("json")})
            .json()[QStringLiteral("properties")][QStringLiteral("nodeStateCounts")][QStringLiteral("idleNodeCount")]
            .toInt();
    }

    /// The records of the attempts on \a node, for the message of a failed test.
    static QByteArray recordsOn(const Node &node)
    {
        return inAttempt(node,
                         QStringLiteral("cd $dir; tail -n +1 stage cause offer released failed own-exit ended exit "
                                        "wrapper.log err stdouterr/execution.log 2>/dev/null; ls -a . undo temp"))
                   .output
            + node.exec(QStringLiteral("ps -eo pid,ppid,sid,user,args")).output;
    }

private:
    QByteArray call(const QStringList &arguments) const
    {
        const Outcome answer = m_installation.batchctl(arguments);
        return answer.exitCode == 0 ? QByteArray() : arguments.join(u' ').toUtf8() + ": " + answer.errorOutput;
    }

    static QString cluster(bool isShared) { return isShared ? QStringLiteral("one") : QStringLiteral("own"); }

    static QByteArray jobText(const GangPlan &plan)
    {
        const QJsonObject folder{{QStringLiteral("path"), QStringLiteral("/srv")},
                                 {QStringLiteral("relativeMountPath"), QStringLiteral("folder")}};
        const QJsonObject server{
            {QStringLiteral("mountCommand"), QStringLiteral("sshfs -o ssh_command=/tmp/file-server local:/srv")},
            {QStringLiteral("relativeMountPath"), QStringLiteral("server")}};
        const QJsonObject mounts{
            {QStringLiteral("unmanagedFileSystems"), QJsonArray{server}},
            {QStringLiteral("x-batchdeck"), QJsonObject{{QStringLiteral("paths"), QJsonArray{folder}}}}};
        const QJsonObject preparation{{QStringLiteral("commandLine"), QStringLiteral("sleep 0.3; echo prepared")}};
        QJsonObject properties{{QStringLiteral("nodeCount"), 2},
                               {QStringLiteral("stdOutErrPathPrefix"), QStringLiteral("/tmp/out")},
                               {QStringLiteral("mountVolumes"), mounts},
                               {QStringLiteral("jobPreparation"), preparation}};
        if (plan.kind == GangPlan::Kind::Mpi)
            properties[QStringLiteral("customMpiSettings")] =
                QJsonObject{{QStringLiteral("commandLine"), QStringLiteral("/bin/sh /srv/work.sh")},
                            {QStringLiteral("processCount"), 2}};
        else
            properties[QStringLiteral("pyTorchSettings")] =
                QJsonObject{{QStringLiteral("pythonScriptFilePath"), QStringLiteral("/srv/work.sh")},
                            {QStringLiteral("pythonInterpreterPath"), QStringLiteral("/bin/sh")},
                            {QStringLiteral("communicationBackend"), QStringLiteral("gloo")}};
        if (plan.kind == GangPlan::Kind::Container) {
            const QJsonObject registry{{QStringLiteral("image"), ContainerStore::image()}};
            properties[QStringLiteral("containerSettings")] =
                QJsonObject{{QStringLiteral("imageSourceRegistry"), registry}};
        }
        return QJsonDocument(QJsonObject{{QStringLiteral("properties"), properties}}).toJson();
    }

    // An SFTP server without network and login, for the job's mount.
    static constexpr auto fileServer =
        "mkdir -p /srv; chmod 777 /srv; printf '#!/bin/sh\\nexec /usr/lib/openssh/sftp-server\\n' > /tmp/file-server; "
        "chmod 755 /tmp/file-server";
    // The ranks' work: two seconds of lines, the last one through the mount. Rank 1 ends last; when it fails, rank 0
    // would go on. The script is in the folder that jobs mount, so containers have it, too.
    static constexpr auto work = "rm -f /srv/*-[01]; cat > /srv/work.sh <<'END'\n"
                                 "rank=${OMPI_COMM_WORLD_RANK:-$RANK}; echo $$ > /srv/pid-$rank; i=0\n"
                                 "while [ $i -lt 20 ]; do echo line $i; i=$((i+1)); sleep 0.1; done\n"
                                 "echo end > $AZ_BATCHAI_JOB_MOUNT_ROOT/server/said-$rank\n"
                                 "[ $rank = 1 ] || [ %1 = 0 ] || while :; do sleep 0.1; done\n"
                                 "echo end > /srv/end-$rank; echo end of $rank; [ $rank = 0 ] || exit %1\nEND\n";
    // Finds the process by its pid in the innermost namespace, which the rank wrote down.
    static constexpr auto rankKiller =
        "read -r pid < /srv/pid-%1 || exit 1\n"
        "for file in $(grep -lE \"^NSpid:.*[[:blank:]]$pid\\$\" /proc/[0-9]*/status 2>/dev/null); do\n"
        "grep -qsz /srv/work.sh ${file%/*}/cmdline && each=${file#/proc/} && kill -KILL ${each%/*} && exit; done; exit "
        "1";
    static constexpr auto whatIsLeft =
        "for file in $(grep -zl ^BATCHDECK_TOKEN= /proc/[0-9]*/environ 2>/dev/null); do pid=${file#/proc/}\n"
        "echo process $(ps -o pid=,user=,args= -p ${pid%%/*}); done\n"
        "ps -u alice -o pid=,args= | grep -E 'sshfs|mpirun|orted|[s]shd_config|ssh -F|work[.]sh|wrapper.sh "
        "(run|job|watch)|"
        "wrapper.sh reap|sampler.sh /|sftp-server|conmon|runc|podman [a-z]|sleep infinity' | grep -v grep\n"
        "grep -hE ' /home/[^ ]|userdata/shm' /proc/[0-9]*/mountinfo 2>/dev/null | sort -u\n"
        "grep -H batchdeck: /home/alice/.ssh/authorized_keys\n"
        "cd /home/alice/.batchdeck/jobs 2>/dev/null || exit 0\n"
        "find . -path '*/undo/*' -o -path '*/temp/ssh' -o -path '*/temp/mounts/*'; true";

    NodeFleet m_fleet;
    Installation m_installation; // the last member: its engine is stopped while the machines still exist
};

} // namespace testing
